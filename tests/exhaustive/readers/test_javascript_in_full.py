"""The JavaScript reader's own tests, and its speed."""

from __future__ import annotations

import subprocess

from test_javascript import FOLDER, needs_node


@needs_node
def test_its_own_tests_pass() -> None:
    """Those that node runs, the README's examples among them."""
    ran = subprocess.run(
        ["node", "--test"], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


@needs_node
def test_a_look_up_takes_at_most_ten_times_as_long_as_that_of_a_map() -> None:
    """On 3x3, the best of three runs."""
    command = ["node", "benchmark.js"]
    runs = [
        subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=True).stdout
        for _ in range(3)
    ]
    assert min(float(run.split("ratio")[1]) for run in runs) <= 10
