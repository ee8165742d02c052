"""The fixtures of pytest.

One program serves all tests of a process, such as a worker of pytest-xdist. Each test begins with the state of its
start.
"""

from __future__ import annotations

from typing import Iterator, Sequence

import pytest

from ._tenant import StartError, Tenant


@pytest.fixture(scope="session")
def tenant_emulator_options() -> Sequence[str]:
    """The options of the program: ``--tls``, on which most SDKs insist. Override it in ``conftest.py``."""
    return ["--tls"]


@pytest.fixture(scope="session")
def tenant_emulator_session(tenant_emulator_options: Sequence[str]) -> Iterator[Tenant]:
    """The tenant of all tests, with the variables of ``Tenant.environment``; for fixtures of the session."""
    try:
        tenant = Tenant.start(*tenant_emulator_options)
    except StartError as error:
        pytest.fail(str(error), pytrace=False)
    with tenant, pytest.MonkeyPatch.context() as variables:
        for name, value in tenant.environment.items():
            variables.setenv(name, value)
        yield tenant


@pytest.fixture
def tenant_emulator(tenant_emulator_session: Tenant) -> Tenant:
    """The tenant in the state of its start."""
    tenant_emulator_session.reset()
    return tenant_emulator_session
