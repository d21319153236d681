"""The editor of these tests leaves nothing behind that reads from a closed pipe."""

from __future__ import annotations

from threading import enumerate as threads

import pytest

from tools.editor_client import in_this_process


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_who_reads_for_the_editor_ends_with_the_server() -> None:
    before = {*threads()}
    with in_this_process() as editor:
        editor.start()
        (reader,) = [t for t in {*threads()} - before if "_read" in t.name]
    assert not reader.is_alive()
