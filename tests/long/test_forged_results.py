# SPDX-License-Identifier: MIT
"""As tests/e2e/test_forged_results.py, with each value of each file."""
from test_forged_results import TestForged as Forged


class TestForged(Forged):
    def test_each_value(self):
        assert self.forge("--all", *self.folders()) > 20000
