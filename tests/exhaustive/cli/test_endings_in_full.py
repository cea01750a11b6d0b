"""In full: how a command ends, whatever becomes of its output."""

import test_endings
from exhaustive import in_full
from test_endings import BOTH_WAYS, COMMANDS, MISUSES

INPUT_CLOSED = ("lookup - XX", "<&-")
AUDITS = [
    (f"audit {options} WRONG", sink)
    for options in ("", "--json")
    for sink in ("| true", ">/dev/full", ">&-")
]

in_full(
    test_endings.test_lost_output_has_a_status_of_its_own,
    command=[INPUT_CLOSED, *AUDITS]
    + [
        (command, sink) for command in COMMANDS + MISUSES for sink in test_endings.SINKS
    ],
    around=BOTH_WAYS,
)
in_full(
    test_endings.test_a_board_stays_bad_if_nobody_reads,
    first=[(".........", "141\n")],
    around=BOTH_WAYS,
)
in_full(test_endings.test_memory_that_runs_out_is_status_3, module=["argparse"])
in_full(test_endings.test_an_interrupt_during_any_import_ends_quietly, share=[1])
in_full(
    test_endings.test_the_installed_program_ends_as_the_module_does,
    command=[*COMMANDS, *MISUSES, "info &>/dev/full", "&>/dev/full"],
)
