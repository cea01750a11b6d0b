"""The tables in other packages: Gymnasium, PettingZoo and inspect_ai, each optional."""
