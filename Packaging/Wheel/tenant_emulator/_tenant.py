"""The program, and one run of it."""

from __future__ import annotations

import json
import os
import pathlib
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type

from ._control import Control
from ._parts import Clock, Faults, Inbox, Request, Users

#: The path of the program in this package.
PROGRAM = str(pathlib.Path(__file__).with_name("program") / "tenant-emulator")
_DEBIAN_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"


class StartError(Exception):
    """The program did not start; the text has its reason."""


@dataclass(frozen=True)
class Client:
    """A client of the tenant's seed."""

    id: str
    name: Optional[str]
    #: The secret; ``None`` for a public client.
    secret: Optional[str] = field(repr=False)


class Tenant:
    """A running tenant, with its control API."""

    def __init__(self, process: subprocess.Popen[bytes], folder: tempfile.TemporaryDirectory[str]) -> None:
        """Use ``start``."""
        facts = json.loads((pathlib.Path(folder.name) / "ready.json").read_text(encoding="utf-8"))
        self._process = process
        self._folder = folder
        #: The origin, such as ``https://localhost:41234``.
        self.domain: str = facts["domain"]
        #: The domain as SDKs expect it, without a scheme: ``localhost:41234``.
        self.host: str = self.domain.split("://", 1)[1]
        #: The issuer of the tokens, with a slash at its end.
        self.issuer: str = facts["issuer"]
        #: The ID of the first client without a secret.
        self.client_id: str = facts["client_id"]
        #: The clients of the seed.
        self.clients: Tuple[Client, ...] = tuple(
            Client(one["id"], one.get("name"), one.get("secret")) for one in facts["clients"])
        #: The certificate authority to trust, with ``--tls``; otherwise ``None``.
        self.ca_file: Optional[str] = facts["ca_file"] or None
        #: The token for the control API.
        self.control_token: str = facts["control_token"]
        self._control = Control(self.domain, self.control_token, self.ca_file)
        self.users = Users(self._control)
        self.inbox = Inbox(self._control)
        self.clock = Clock(self._control)
        self.faults = Faults(self._control)

    @classmethod
    def start(cls, *options: str, program: str = PROGRAM, seconds: float = 30) -> Tenant:
        """Starts the program on a free port, and returns when it is ready.

        ``options`` are those of the command, such as ``--tls`` or ``--seed FILE``; ``program`` is its path. Raises
        ``StartError`` with the text of the program if it ends before it is ready, or is not ready in time.
        """
        folder = tempfile.TemporaryDirectory(prefix="tenant-")
        process: Optional[subprocess.Popen[bytes]] = None
        try:
            process = _launched(program, options, folder.name)
            _await_ready(process, folder.name, seconds)
            return cls(process, folder)
        except BaseException:
            if process is not None:
                _end(process)
            folder.cleanup()
            raise

    @property
    def environment(self) -> Dict[str, str]:
        """The variables that lead programs to the tenant.

        The authorities of ``SSL_CERT_FILE`` and ``REQUESTS_CA_BUNDLE`` are that of the tenant and those of the system,
        so that requests to other hosts go on working.
        """
        variables = {"AUTH0_DOMAIN": self.host if self.ca_file else self.domain, "AUTH0_CLIENT_ID": self.client_id}
        if self.ca_file:
            variables["SSL_CERT_FILE"] = variables["REQUESTS_CA_BUNDLE"] = self._bundle(self.ca_file)
        return variables

    def reset(self) -> None:
        """Returns to the state of the start: users, clients, tokens, messages, journal, faults and clock."""
        self._control.send("POST", "reset")

    def journal(self, path: Optional[str] = None, client_id: Optional[str] = None) -> List[Request]:
        """Returns the requests so far, each with the reason of its refusal.

        A ``*`` at the end of the path matches any rest.
        """
        answer = self._control.send("GET", "journal", path=path, client_id=client_id)
        return [Request._read(one) for one in answer["requests"]]

    def token(self, claims: Mapping[str, Any], header: Optional[Mapping[str, Any]] = None) -> str:
        """Signs a token with any claims, for tests of an API.

        The tenant adds ``iss``, ``iat``, ``exp`` and ``jti``; ``None`` removes one.
        """
        body: Dict[str, Any] = {"claims": claims} if header is None else {"claims": claims, "header": header}
        token: str = self._control.send("POST", "tokens", body)["token"]
        return token

    def control(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, /, **query: Any) -> Any:
        """Sends any request to the control API, and returns the JSON of the answer.

        ``path`` is what follows ``/_emulator/``, such as ``keys/rotate``. Raises ``ControlError`` for a refusal.
        """
        return self._control.send(method, path, body, **query)

    def stop(self) -> None:
        """Ends the program; a second call does nothing."""
        _end(self._process)
        self._folder.cleanup()

    def __enter__(self) -> Tenant:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def _bundle(self, ca_file: str) -> str:
        bundle = pathlib.Path(self._folder.name) / "authorities.pem"
        # Python names no file where the system has a folder alone.
        system = [os.environ.get("SSL_CERT_FILE"), ssl.get_default_verify_paths().cafile, _DEBIAN_AUTHORITIES]
        files = [ca_file, *[file for file in system if file and os.path.isfile(file)][:1]]
        texts = [pathlib.Path(file).read_text(encoding="utf-8") for file in files]
        bundle.write_text("\n".join(texts), encoding="utf-8")
        return str(bundle)


def _launched(program: str, options: Tuple[str, ...], folder: str) -> subprocess.Popen[bytes]:
    words = [program, "--port", "0", *options, "--ready-file", f"{folder}/ready.json"]
    # A file, because a pipe that is not read would block the program.
    with open(f"{folder}/errors", "wb") as errors:
        try:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        except OSError as error:
            raise StartError(f"{program} cannot be started: {error.strerror}") from None


def _await_ready(process: subprocess.Popen[bytes], folder: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not os.path.exists(f"{folder}/ready.json"):
        if process.poll() is not None:
            raise StartError(f"tenant-emulator ended with {process.returncode}: {_errors(folder)}")
        if time.monotonic() > end:
            raise StartError(f"tenant-emulator was not ready after {seconds} s: {_errors(folder)}")
        time.sleep(0.01)


def _errors(folder: str) -> str:
    text = pathlib.Path(f"{folder}/errors").read_text(encoding="utf-8", errors="replace").strip()
    return text or "no message"


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
