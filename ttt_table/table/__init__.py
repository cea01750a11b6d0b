"""Tables beyond the runtime: boards in any form, arrays, and the writer of files."""
