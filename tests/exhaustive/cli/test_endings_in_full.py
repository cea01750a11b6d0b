"""In full: how a command ends, whatever becomes of its output."""

import test_endings
from exhaustive import in_full
from test_endings import BOTH_WAYS, COMMANDS, MISUSES, SINKS

in_full(
    test_endings.test_lost_output_has_a_status_of_its_own,
    command=[(command, sink) for command in COMMANDS for sink in SINKS],
    around=BOTH_WAYS,
)
in_full(
    test_endings.test_a_misuse_stays_one_if_output_is_lost,
    command=[
        ("lookup - XX", "<&-"),
        *((command, sink) for command in MISUSES for sink in SINKS),
    ],
    around=BOTH_WAYS,
)
in_full(
    test_endings.test_a_wrong_table_stays_wrong_if_output_is_lost,
    options=[
        (options, sink)
        for options in ("", "--json")
        for sink in ("| true", ">/dev/full", ">&-")
    ],
    around=BOTH_WAYS,
)
in_full(
    test_endings.test_a_board_stays_bad_if_nobody_reads,
    first=[(".........", "141\n")],
    around=BOTH_WAYS,
)
in_full(test_endings.test_an_interrupt_during_any_import_ends_quietly, step=[1])
in_full(
    test_endings.test_the_installed_program_ends_as_the_module_does,
    command=[*COMMANDS, *MISUSES, "info &>/dev/full", "&>/dev/full"],
)
