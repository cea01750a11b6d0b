"""Tables for other tools: rows of data, pictures, a page to play on, C."""
