"""The rules of the games, independent of tables and files."""
