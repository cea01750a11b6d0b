"""What is left for the commands that print by themselves."""

from ttt_table.cli.arguments import write_output as write_output
from ttt_table.cli.streams import STANDARD_OUTPUT as STANDARD_OUTPUT
