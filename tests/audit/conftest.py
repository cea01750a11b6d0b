"""The checks of large tables, which must all find the same."""

import pytest
from support.audits import Check, CheckInArrays, checked, facts

from ttt_table.audit.arrays import ArrayCheck
from ttt_table.audit.report import Findings
from ttt_table.table.contents import Contents


@pytest.fixture
def checks_in_arrays(request: pytest.FixtureRequest) -> list[Check]:
    """The check in arrays; in the exhaustive run, the compiled one too."""
    kinds: list[Check] = [ArrayCheck]
    if request.config.getoption("exhaustive"):
        from ttt_table.audit.compiled import CompiledCheck  # it needs numba

        kinds.append(CompiledCheck)
    return kinds


@pytest.fixture
def check_in_arrays(checks_in_arrays: list[Check]) -> CheckInArrays:
    """Return what the checks in arrays find, all the same."""

    def check(contents: Contents) -> Findings:
        first, *further = (checked(kind, contents) for kind in checks_in_arrays)
        for findings in further:
            assert facts(findings) == facts(first)
        return first

    return check
