"""In full: what the documents show is what happens, of the slow pages too."""

from __future__ import annotations

import test_docs
from test_docs import PAGES, in_an_empty_folder  # noqa: F401  # a fixture

from exhaustive import in_full

in_full(test_docs.test_console_examples_run, page=PAGES)
