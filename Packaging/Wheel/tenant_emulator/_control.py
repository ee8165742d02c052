"""Requests to the control API of a tenant."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Mapping, Optional

# The tenant itself waits for at most 60 seconds.
_SECONDS = 90


class ControlError(Exception):
    """A refused request to the control API.

    The text names the parameter or member that is wrong.
    """

    def __init__(self, method: str, path: str, status: int, code: str, reason: str) -> None:
        super().__init__(f"{method} {path}: {reason} ({status} {code})")
        #: The status of the answer.
        self.status = status
        #: The code, such as ``invalid_request`` or ``not_found``.
        self.code = code
        #: What is wrong.
        self.reason = reason


class Control:
    """Sends requests with the control token."""

    def __init__(self, domain: str, token: str, ca_file: Optional[str]) -> None:
        self._domain = domain
        self._token = token
        context = ssl.create_default_context(cafile=ca_file) if ca_file else None
        # Without the proxies of the environment, which cannot reach this machine's loopback.
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))

    def send(
        self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, /, **query: Any
    ) -> Any:
        """Sends a request, and returns the JSON of the answer.

        Parameters of the query that are ``None`` are left out.
        """
        parameters = {name: value for name, value in query.items() if value is not None}
        address = f"{self._domain}/_emulator/{path}"
        if parameters:
            address += "?" + urllib.parse.urlencode(parameters)
        headers = {"X-Emulator-Token": self._token}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(
            address, None if body is None else json.dumps(body).encode(), headers, method=method)
        try:
            with self._opener.open(request, timeout=_SECONDS) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(method, path, error.code, error.read()) from None
        return json.loads(text) if text else None


def segment(text: str) -> str:
    """Encodes a segment of a path."""
    return urllib.parse.quote(text, safe="")


def _refusal(method: str, path: str, status: int, text: bytes) -> ControlError:
    try:
        members = json.loads(text)
        return ControlError(method, path, status, members["error"], members["error_description"])
    except (ValueError, KeyError, TypeError):
        return ControlError(method, path, status, "unknown", text.decode("utf-8", "replace")[:200])
