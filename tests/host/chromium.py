"""A real browser, driven through its DevTools protocol over a socket, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

PATIENCE = 20.0
"""Seconds for which something is waited for that must come."""


class NavigatedError(Exception):
    """What was asked of a page was not answered: it went away meanwhile."""


class Tab:
    """A page in the browser."""

    def __init__(self, browser: ClientConnection, context: str, session: str) -> None:
        self._browser, self._context, self._session = browser, context, session
        self.problems: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> Any:
        """A command of the protocol, and its answer."""
        return _call(self._browser, method, params, self._session, self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("sessionId") != self._session:
            return
        if message["method"] == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(message["params"])[:500])
        if message["method"] == "Log.entryAdded":
            entry = message["params"]["entry"]
            if entry["level"] == "error":
                self.problems.append(f"{entry['text']} {entry.get('url', '')}")

    def open(self, link: str) -> None:
        """Go to an address."""
        self.call("Page.navigate", url=link)

    def ask(self, script: str) -> Any:
        """What an expression comes to in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        return answer["result"].get("value")

    def wait(self, script: str) -> Any:
        """Wait until an expression is true in the page, and answer with it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(NavigatedError):
                if value := self.ask(script):
                    return value
                self.ask("new Promise((done) => setTimeout(done, 30))")
        raise AssertionError(f"{script} never came true; problems: {self.problems}")

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        codes = {"Enter": 13, "Escape": 27, " ": 32, "Tab": 9}
        code = codes.get(key, 0)
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text
            )

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers on the glass."""
        at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=at)

    def close(self) -> None:
        """Close it, and forget its cookies."""
        _call(self._browser, "Target.disposeBrowserContext", {"browserContextId": self._context})

    def picture(self, path: Path) -> None:
        """Write what it shows to a file."""
        from base64 import b64decode

        path.write_bytes(b64decode(self.call("Page.captureScreenshot")["data"]))


@contextmanager
def browser(size: str = "1280,800") -> Iterator[Any]:
    """A browser; what it gives is called for each new tab, which has cookies of its own."""
    assert CHROMIUM is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        process = subprocess.Popen(
            [
                *(CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu"),
                *("--remote-debugging-port=0", f"--user-data-dir={home}", f"--window-size={size}"),
                *("--no-first-run", "--disable-background-networking", "--disable-sync"),
                *("--disable-component-update", "--disable-dev-shm-usage", "about:blank"),
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stderr is not None
            line = next(line for line in process.stderr if "listening on" in line)
            with connect(line.split()[-1], max_size=None) as socket:

                def tab() -> Tab:
                    context = _call(socket, "Target.createBrowserContext", {})["browserContextId"]
                    made = {"url": "about:blank", "browserContextId": context}
                    target = _call(socket, "Target.createTarget", made)["targetId"]
                    attach = {"targetId": target, "flatten": True}
                    session = _call(socket, "Target.attachToTarget", attach)["sessionId"]
                    return Tab(socket, context, session)

                yield tab
        finally:
            process.kill()
            process.wait()


_numbers = iter(range(1, 10**9))


def _call(
    socket: ClientConnection,
    method: str,
    params: dict[str, Any],
    session: str = "",
    heard: Any = None,
) -> Any:
    number = next(_numbers)
    message: dict[str, Any] = {"id": number, "method": method, "params": params}
    if session:
        message["sessionId"] = session
    socket.send(json.dumps(message))
    while True:
        answer = json.loads(socket.recv(timeout=PATIENCE))
        if answer.get("id") == number:
            if "error" in answer:
                raise NavigatedError(str(answer["error"]))
            return answer["result"]
        if heard is not None and "method" in answer:
            heard(answer)
