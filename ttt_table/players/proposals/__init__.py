"""Refuse to grade a player that is not understood, and propose how to call it."""
