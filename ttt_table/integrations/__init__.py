"""The tables in other packages: Gymnasium and inspect_ai, each optional."""
