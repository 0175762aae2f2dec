# SPDX-License-Identifier: MIT
"""All examples of the pages that have long ones (`make long-docs`, a minute): see tests/e2e/page_examples.py."""
import pytest

from page_examples import ExamplesTest, name_of, pages_with_examples


class TestLongExamples(ExamplesTest):
    @pytest.mark.parametrize("path", pages_with_examples(True), ids=name_of)
    def test_pages_show_what_is_printed(self, path):
        self.assert_shown(path, long=True)
