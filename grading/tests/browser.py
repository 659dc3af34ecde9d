"""A headless Chromium for tests, spoken to over its DevTools pipe: open a page, evaluate, take pictures."""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time


def find():
    """The path of a Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return next((path for path in map(shutil.which, names) if path), None)


class Browser:
    """with Browser(find()) as b: b.open(path); b.value("document.title")"""

    session = None

    def __init__(self, program, limit=60):
        self.program, self.limit, self.number, self.events, self.buffer = program, limit, 0, [], b""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_read, theirs_write = os.pipe()
        theirs_read, ours_write = os.pipe()

        def descriptors():  # the pipe is 3 (it reads) and 4 (it writes); copies first, which lie above whatever is 3 and 4
            os.setsid()
            reads, writes = (fcntl.fcntl(fd, fcntl.F_DUPFD, 5) for fd in (theirs_read, theirs_write))
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self.process = subprocess.Popen(
            [self.program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-extensions", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.profile.name})
        os.close(theirs_read)
        os.close(theirs_write)
        self.read_from, self.write_to = ours_read, ours_write
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(f"{domain}.enable")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.read_from)
        os.close(self.write_to)
        self.profile.cleanup()

    def _message(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.read_from], [], [], left)[0]:
                raise TimeoutError(f"{self.program}: no answer within {self.limit} s")
            data = os.read(self.read_from, 1 << 20)
            if not data:
                raise RuntimeError(f"{self.program}: ended")
            self.buffer += data
        one, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write_to, data):]
        until = time.monotonic() + self.limit
        while (answer := self._message(until)).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer.get("result", {})

    def wait(self, event):
        until = time.monotonic() + self.limit
        while not any(e.get("method") == event for e in self.events):
            self.events.append(self._message(until))

    def open(self, path, width=1280, height=900, dark=False, media=""):
        """Loads a file (path, perhaps with #fragment) as a window of this width shows it; returns what the page's log said."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        name, _, fragment = str(path).partition("#")
        for url in ("about:blank", pathlib.Path(name).resolve().as_uri() + (f"#{fragment}" if fragment else "")):
            self.events.clear()
            self.call("Page.navigate", url=url)
            self.wait("Page.loadEventFired")
        self.value("0")
        return [e["params"]["entry"]["text"] for e in self.events if e.get("method") == "Log.entryAdded"]

    def requests(self):
        """What was asked for since open()."""
        return [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def picture(self, path, whole=False):
        clip = {"clip": {**self.call("Page.getLayoutMetrics")["cssContentSize"], "scale": 1}} if whole else {}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole, **clip)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"]))
