"""A network that can be cut: forwards connections to the app until it is told not to."""

from __future__ import annotations

import contextlib
import socket
import threading


class Network:
    """Listens on a port of its own and passes all on to `target`, a port of this computer.

    header: a line, such as a proxy writes, that is added to the first request of each connection.
    """

    def __init__(self, target: int, header: str = "") -> None:
        self._target, self._header = target, header.encode()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_cut = False
        self._listener = socket.create_server(("localhost", 0))
        self.port = int(self._listener.getsockname()[1])
        self.url = f"http://localhost:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drops every connection, and all that come until `mend`."""
        self._is_cut = True
        with self._lock:
            for end in self._open:
                _close(end)
            self._open.clear()

    def mend(self) -> None:
        """Connections go through again."""
        self._is_cut = False

    def close(self) -> None:
        """Ends for good."""
        self.cut()
        _close(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except ConnectionAbortedError:
                continue
            except OSError:
                return
            if self._is_cut:
                _close(near)
                continue
            try:
                far = socket.create_connection(("localhost", self._target))
            except OSError:
                _close(near)
                continue
            with self._lock:
                self._open |= {near, far}
            for source, sink, header in ((near, far, self._header), (far, near, b"")):
                threading.Thread(target=self._pass_on, args=(source, sink, header), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, header: bytes) -> None:
        with contextlib.suppress(OSError):
            while some := source.recv(65536):
                if header:
                    some = some.replace(b"\r\n", b"\r\n" + header + b"\r\n", 1)
                    header = b""
                sink.sendall(some)
        _close(source)
        _close(sink)
        with self._lock:
            self._open -= {source, sink}


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
