"""The rules of the games; nothing of tables or files."""
