"""In full: what the documents show is what happens, of the slow pages too."""

import test_docs
from test_docs import PAGES

from exhaustive import in_full

in_full(test_docs.test_console_examples_run, page=PAGES)
in_full(test_docs.test_python_examples_run, page=PAGES)
