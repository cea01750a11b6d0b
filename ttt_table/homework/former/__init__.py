"""What `check` still uses of the way in which players were called before."""
