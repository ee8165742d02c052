"""Users, inbox, clock and faults of a running tenant."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, List, Mapping, Optional, Union

from ._control import Control, segment

#: Seconds, or a difference of times.
Seconds = Union[int, float, datetime.timedelta]


def _time(text: str) -> datetime.datetime:
    # Python 3.10 reads no "Z".
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


@dataclass(frozen=True)
class User:
    """A user in the form of the Management API."""

    user_id: str
    email: Optional[str]
    username: Optional[str]
    phone_number: Optional[str]
    name: Optional[str]
    email_verified: bool
    blocked: bool
    logins_count: int
    user_metadata: Mapping[str, Any]
    app_metadata: Mapping[str, Any]
    #: Every member of the answer.
    json: Mapping[str, Any] = field(repr=False)

    @classmethod
    def _read(cls, json: Mapping[str, Any]) -> User:
        return cls(
            user_id=json["user_id"], email=json.get("email"), username=json.get("username"),
            phone_number=json.get("phone_number"), name=json.get("name"),
            email_verified=json.get("email_verified", False), blocked=json.get("blocked", False),
            logins_count=json.get("logins_count", 0), user_metadata=json.get("user_metadata", {}),
            app_metadata=json.get("app_metadata", {}), json=json)


class Users:
    """The users of the tenant. A login is a user ID, an e-mail address, a user name or a phone number."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def list(self) -> List[User]:
        """Returns all users."""
        return [User._read(json) for json in self._control.send("GET", "users")]

    def add(self, connection: str = "Username-Password-Authentication", **members: Any) -> User:
        """Adds a user, or replaces the user of the same ``user_id``.

        The members are those of a user in a seed, such as ``email``, ``password``, ``phone_number`` and
        ``app_metadata``.
        """
        return User._read(self._control.send("POST", "users", {"connection": connection, **members}))

    def remove(self, login: str) -> None:
        """Removes a user."""
        self._control.send("DELETE", f"users/{segment(login)}")

    def totp(self, login: str) -> str:
        """Returns the current code of the user's authenticator app, by the tenant's clock."""
        code: str = self._control.send("GET", f"users/{segment(login)}/totp")["code"]
        return code


@dataclass(frozen=True)
class Message:
    """A message that the tenant sent to a user."""

    to: str
    #: ``email`` or ``sms``.
    channel: str
    #: The purpose, such as ``verification_code``, ``login_link`` or ``password_reset``.
    kind: str
    code: Optional[str] = field(repr=False)
    link: Optional[str] = field(repr=False)
    sent_at: datetime.datetime

    @classmethod
    def _read(cls, json: Mapping[str, Any]) -> Message:
        return cls(
            to=json["to"], channel=json["channel"], kind=json["kind"], code=json.get("code"), link=json.get("link"),
            sent_at=_time(json["sent_at"]))


class Inbox:
    """The messages that the tenant sent to users."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def list(self, to: Optional[str] = None, kind: Optional[str] = None) -> List[Message]:
        """Returns the messages so far, oldest first."""
        return [Message._read(json) for json in self._control.send("GET", "inbox", to=to, kind=kind)]

    def wait(self, to: Optional[str] = None, kind: Optional[str] = None, seconds: float = 10) -> Message:
        """Returns the latest message, after waiting for a first one for at most 60 seconds.

        Raises ``TimeoutError`` if there is none in time.
        """
        found = self._control.send("GET", "inbox", to=to, kind=kind, wait=seconds)
        if not found:
            raise TimeoutError(f"no message of the kind {kind or 'any'} to {to or 'any address'} in {seconds} s")
        return Message._read(found[-1])

    def clear(self) -> None:
        """Removes all messages."""
        self._control.send("DELETE", "inbox")


class Clock:
    """The clock of the tenant, by which tokens and codes expire."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def advance(self, by: Seconds) -> datetime.datetime:
        """Moves the clock, back if the time is negative, and returns the tenant's time."""
        seconds = by.total_seconds() if isinstance(by, datetime.timedelta) else by
        return self._move({"advance": seconds})

    def stop(self) -> datetime.datetime:
        """Stops the clock, and returns the tenant's time."""
        return self._move({"stop": True})

    def start(self) -> datetime.datetime:
        """Lets a stopped clock go on, and returns the tenant's time."""
        return self._move({"stop": False})

    def _move(self, body: Mapping[str, Any]) -> datetime.datetime:
        return _time(self._control.send("POST", "clock", body)["now"])


@dataclass(frozen=True)
class Fault:
    """A failure that is switched on."""

    path: str
    kind: str
    #: The number of requests that it is left for; ``None`` for any number.
    times: Optional[int] = None
    #: The grant type of the token requests that it is for; ``None`` for all.
    grant: Optional[str] = None


class Faults:
    """Failures on demand. ``GET /_emulator/openapi.json`` lists the kinds with their members."""

    def __init__(self, control: Control) -> None:
        self._control = control

    def add(self, path: str, kind: str, times: Optional[int] = None, **members: Any) -> None:
        """Switches a failure on, such as ``add("/oauth/token", "status", status=503, times=1)``.

        A ``*`` at the end of the path matches any rest.
        """
        limit = {} if times is None else {"times": times}
        self._control.send("POST", "faults", {"path": path, "kind": kind, **limit, **members})

    def list(self) -> List[Fault]:
        """Returns the failures that are on, the latest first."""
        return [
            Fault(path=json["path"], kind=json["kind"], times=json.get("times"), grant=json.get("grant"))
            for json in self._control.send("GET", "faults")
        ]

    def clear(self, path: Optional[str] = None) -> None:
        """Switches the failures of a path off; all failures without a path."""
        self._control.send("DELETE", "faults", path=path)

    def release(self) -> None:
        """Answers the requests that ``hold`` and ``hold-answer`` keep waiting."""
        self._control.send("POST", "release")


@dataclass(frozen=True)
class Request:
    """A request in the journal of the tenant."""

    number: int
    method: str
    path: str
    #: The status of the answer; ``None`` until there is one.
    status: Optional[int]
    client_id: Optional[str]
    #: Why the request was refused; ``None`` if it was not.
    reason: Optional[str]
    #: Every member of the answer.
    json: Mapping[str, Any] = field(repr=False)

    @classmethod
    def _read(cls, json: Mapping[str, Any]) -> Request:
        return cls(
            number=json["number"], method=json["method"], path=json["path"], status=json.get("status"),
            client_id=json.get("client_id"), reason=json.get("reason"), json=json)
