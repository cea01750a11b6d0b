"""What tests share: command lines, games, brute force, and files to be damaged."""
