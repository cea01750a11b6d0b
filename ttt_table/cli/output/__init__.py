"""The output of commands."""
