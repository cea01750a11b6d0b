"""What pictures, the report and the page share: colours, geometries and HTML."""
