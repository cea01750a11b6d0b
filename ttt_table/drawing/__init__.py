"""Shared by pictures, the report and the page: colours, geometries and HTML."""
