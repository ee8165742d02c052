"""A tenant on loopback that answers as Auth0 does, for tests.

    from tenant_emulator import Tenant

    with Tenant.start("--tls") as tenant:
        tenant.users.add(email="ann@example.com", password="Sesame-2026!")

With pytest, use the fixture `tenant_emulator`; see `tenant_emulator.pytest_plugin`.
"""

from ._control import ControlError
from ._parts import Clock, Fault, Faults, Inbox, Message, Request, User, Users
from ._tenant import PROGRAM, Client, StartError, Tenant

__all__ = [
    "PROGRAM", "Client", "Clock", "ControlError", "Fault", "Faults", "Inbox", "Message", "Request", "StartError",
    "Tenant", "User", "Users",
]
