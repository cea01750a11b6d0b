"""Find the values of all unfinished boards with OpenSpiel's minimax solver."""

from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

print(len(MinimaxSolver("tic_tac_toe").solve()))
