"""What is left for the commands that print by themselves."""

from ttt_table.results.csv_line import csv_line as csv_line
