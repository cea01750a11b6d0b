"""What tests share: games, players, and slow programs that share no code with the package."""
