"""What is left for the commands that print by themselves."""

from ttt_table.results import columns as columns
from ttt_table.results import count_text as count_text
from ttt_table.results.boards import cells_text as cells_text
from ttt_table.results.boards import expected_result as expected_result
from ttt_table.results.boards import film_of as film_of
from ttt_table.results.boards import grid as grid
from ttt_table.results.boards import label as label
from ttt_table.results.boards import percent as percent
from ttt_table.results.boards import rounded as rounded
from ttt_table.results.boards import span as span
