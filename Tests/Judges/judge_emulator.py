"""Judges the tenant emulator with clients that know nothing of it: Auth0's own SDK for Python, and Authlib.

Reads one case a line, as JSON, and writes one verdict a line. A case has a "task", and the "domain" (host and port) and
"ca" (path of the certificate authority) of a tenant with the standard seed that serves TLS:

login       logs in with a password, verifies the ID token, renews, and reads user info with auth0-python, 4 or 6
machine     requests a token for the Management API, and creates, finds and deletes a user with auth0-python 6
machine4    the same with auth0-python 4
browser     logs in with Authlib: metadata, code with PKCE, the login form, ID token, user info
api         verifies access tokens, as an API does, with auth0-api-python: bearer, DPoP, and what it must refuse
server      logs in as a web application with auth0-server-python, from a form, and with a pushed request; its session, logout

A verdict is a JSON object with what was found, or with the "refusal" of the client.
"""

import asyncio
import base64
import functools
import hashlib
import html
import json
import os
import re
import sys
import time
import uuid

PASSWORD = "Sesame-2026!"
NATIVE = "emulatorClient0000000000000000001"
SERVER = "emulatorServer0000000000000000001"
SERVER_SECRET = "a-secret-that-only-the-server-knows-2026"
WEB = "emulatorWeb000000000000000000001"
WEB_SECRET = "a-secret-of-the-web-application-in-2026"
# The time limit of a request in seconds. The clients allow five, which a busy machine may need.
PATIENCE = 60


def login(case):
    from auth0.authentication import GetToken, Users
    from auth0.authentication.token_verifier import AsymmetricSignatureVerifier, TokenVerifier

    domain = case["domain"]
    client = GetToken(domain, NATIVE, timeout=PATIENCE)
    tokens = client.login(
        username="john@example.com", password=PASSWORD, scope="openid profile email offline_access",
        realm="Username-Password-Authentication", grant_type="http://auth0.com/oauth/grant-type/password-realm")
    keys = AsymmetricSignatureVerifier(f"https://{domain}/.well-known/jwks.json")
    verifier = TokenVerifier(signature_verifier=keys, issuer=f"https://{domain}/", audience=NATIVE)
    claims = verifier.verify(tokens["id_token"])
    renewed = client.refresh_token(tokens["refresh_token"])
    return {
        "subject": claims["sub"], "renewed": sorted(renewed),
        "email": Users(domain, timeout=PATIENCE).userinfo(renewed["access_token"])["email"],
    }


def machine(case):
    from auth0.authentication import GetToken
    from auth0.management import ManagementClient

    domain = case["domain"]
    client = GetToken(domain, SERVER, client_secret=SERVER_SECRET, timeout=PATIENCE)
    token = client.client_credentials(f"https://{domain}/api/v2/")
    api = ManagementClient(domain=domain, token=token["access_token"])
    connection = "Username-Password-Authentication"
    user = api.users.create(connection=connection, email="judged@example.com", password=PASSWORD)
    found = api.users.list_users_by_email(email="judged@example.com")
    listed = [one.email for one in api.users.list(q='email:"judged@example.com"')]
    role = api.roles.create(name="judge", description="Judges")
    api.users.roles.assign(user.user_id, roles=[role.id])
    roles = [one.name for one in api.users.roles.list(user.user_id)]
    ticket = api.tickets.change_password(user_id=user.user_id)
    # The client requests a token itself, in the other form of its documentation.
    other = ManagementClient(domain=domain, client_id=SERVER, client_secret=SERVER_SECRET)
    other.users.delete(user.user_id)
    return {
        "found": [one.user_id for one in found] == [user.user_id], "listed": listed, "roles": roles,
        "ticket": "/u/reset-verify?ticket=" in ticket.ticket,
        "left": len(api.users.list_users_by_email(email="judged@example.com")),
    }


def machine4(case):
    from auth0.authentication import GetToken
    from auth0.management import Auth0
    from auth0.rest import RestClientOptions

    domain = case["domain"]
    client = GetToken(domain, SERVER, client_secret=SERVER_SECRET, timeout=PATIENCE)
    token = client.client_credentials(f"https://{domain}/api/v2/")
    api = Auth0(domain, token["access_token"], RestClientOptions(timeout=PATIENCE))
    user = api.users.create(
        {"connection": "Username-Password-Authentication", "email": "judged@example.com", "password": PASSWORD})
    api.users.update(user["user_id"], {"app_metadata": {"plan": "gold"}})
    found = api.users_by_email.search_users_by_email("judged@example.com")
    listed = api.users.list(q='email:"judged@example.com"')
    role = api.roles.create({"name": "judge", "description": "Judges"})
    api.users.add_roles(user["user_id"], [role["id"]])
    roles = [one["name"] for one in api.users.list_roles(user["user_id"])["roles"]]
    ticket = api.tickets.create_pswd_change({"user_id": user["user_id"]})
    api.users.delete(user["user_id"])
    return {
        "found": [one["app_metadata"] for one in found] == [{"plan": "gold"}],
        "listed": [one["email"] for one in listed["users"]], "roles": roles,
        "ticket": "/u/reset-verify?ticket=" in ticket["ticket"],
        "left": len(api.users_by_email.search_users_by_email("judged@example.com")),
    }


def at_login_form(page, origin, address, callback):
    """Fills in the login form at an address, and returns the address that the browser ends on."""
    form = page.get(address)
    fields = {name: html.unescape(value)
              for name, value in re.findall(r'name="(state|_csrf)" value="([^"]*)"', form.text)}
    answer = page.post(
        f"{origin}/u/login", data={**fields, "username": "john@example.com", "password": PASSWORD},
        allow_redirects=False)
    while not answer.headers["location"].startswith(callback):
        answer = page.get(f"{origin}{answer.headers['location'].removeprefix(origin)}", allow_redirects=False)
    return answer.headers["location"]


def checked_metadata(page, origin):
    """Reads the metadata at both places, and has Authlib check every member (RFC 8414, OpenID Connect Discovery)."""
    from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url
    from authlib.oidc.discovery import OpenIDProviderMetadata

    server = AuthorizationServerMetadata(page.get(get_well_known_url(f"{origin}/", external=True)).json())
    server.validate()
    provider = OpenIDProviderMetadata(page.get(f"{origin}/.well-known/openid-configuration").json())
    provider.validate()
    return provider


def browser(case):
    import requests
    from authlib.integrations.requests_client import OAuth2Session

    origin = f"https://{case['domain']}"
    page = requests.Session()
    metadata = checked_metadata(page, origin)
    callback = "http://localhost:3000/callback"
    session = OAuth2Session(
        WEB, WEB_SECRET, scope="openid email", redirect_uri=callback, code_challenge_method="S256")
    verifier = "v" * 48
    address, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    answer = at_login_form(page, origin, address, callback)
    tokens = session.fetch_token(
        metadata["token_endpoint"], authorization_response=answer, code_verifier=verifier,
        state=state)
    user = session.get(metadata["userinfo_endpoint"]).json()
    return {"keys": sorted(tokens), "email": user["email"]}


class Proofs:
    """Proofs of possession (RFC 9449) by a key of P-256."""

    def __init__(self):
        from cryptography.hazmat.primitives.asymmetric import ec
        from jwt.algorithms import ECAlgorithm

        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public = ECAlgorithm.to_jwk(self.key.public_key(), as_dict=True)

    def make(self, method, url, token=None):
        import jwt

        claims = {"htm": method, "htu": url, "iat": int(time.time()), "jti": str(uuid.uuid4())}
        if token:
            digest = hashlib.sha256(token.encode()).digest()
            claims["ath"] = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        return jwt.encode(claims, self.key, "ES256", headers={"typ": "dpop+jwt", "jwk": self.public})


def api(case):
    import requests
    from auth0_api_python import ApiClient, ApiClientOptions

    wait_patiently()
    domain, audience = case["domain"], "https://api.example.com/"
    client = ApiClient(ApiClientOptions(domain=domain, audience=audience))
    grant = {
        "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "client_id": NATIVE, "audience": audience,
        "username": "john@example.com", "password": PASSWORD, "realm": "Username-Password-Authentication",
        "scope": "openid profile email"}

    async def refusal(headers, method="GET", url="https://api.example.com/orders"):
        try:
            await client.verify_request(headers=headers, http_method=method, http_url=url)
        except Exception as error:
            return type(error).__name__
        return None

    async def verify():
        bearer = requests.post(f"https://{domain}/oauth/token", json=grant).json()["access_token"]
        claims = await client.verify_access_token(access_token=bearer)
        proofs, url = Proofs(), "https://api.example.com/orders"
        proof = proofs.make("POST", f"https://{domain}/oauth/token")
        bound = requests.post(f"https://{domain}/oauth/token", json=grant, headers={"DPoP": proof}).json()
        token = bound["access_token"]
        proven = await client.verify_request(
            headers={"authorization": f"DPoP {token}", "dpop": proofs.make("GET", url, token)},
            http_method="GET", http_url=url)
        return {
            "subject": claims["sub"], "type": bound["token_type"], "proven": proven["sub"],
            "refused": [
                await refusal({"authorization": f"Bearer {bearer[:-8]}AAAAAAAA"}),
                await refusal({"authorization": f"Bearer {token}"}),
                await refusal({"authorization": f"DPoP {token}", "dpop": Proofs().make("GET", url, token)}),
            ],
        }

    return asyncio.run(verify())


def wait_patiently():
    """Gives the requests of clients that have no setting for it another time limit."""
    import httpx

    httpx.AsyncClient.__init__ = functools.partialmethod(httpx.AsyncClient.__init__, timeout=PATIENCE)


class Sessions:
    """A store of sessions and transactions in memory."""

    def __init__(self):
        self.values = {}

    async def set(self, identifier, state, *options, **named):
        self.values[identifier] = state

    async def get(self, identifier, *options, **named):
        return self.values.get(identifier)

    async def delete(self, identifier, *options, **named):
        self.values.pop(identifier, None)


def server(case):
    import requests
    from auth0_server_python.auth_server.server_client import ServerClient
    from auth0_server_python.auth_types import LogoutOptions

    wait_patiently()
    domain, callback = case["domain"], "http://localhost:3000/callback"

    async def log_in(pushed):
        client = ServerClient(
            domain=domain, client_id=WEB, client_secret=WEB_SECRET, secret="a" * 64,
            transaction_store=Sessions(), state_store=Sessions(), pushed_authorization_requests=pushed,
            authorization_params={"redirect_uri": callback, "scope": "openid profile email offline_access"})
        page = requests.Session()
        address = await client.start_interactive_login()
        answer = at_login_form(page, f"https://{domain}", address, callback)
        await client.complete_interactive_login(answer)
        user = await client.get_user()
        token = await client.get_access_token()
        out = await client.logout(LogoutOptions(return_to="http://localhost:3000"))
        left = page.get(out, allow_redirects=False)
        again = page.get(f"https://{domain}/authorize?response_type=code&client_id={WEB}&scope=openid&prompt=none"
                         f"&state=s&redirect_uri={callback}", allow_redirects=False)
        return {
            "email": user["email"], "token": bool(token), "pushed": "request_uri=" in address,
            "left": left.headers.get("location"), "user": await client.get_user(),
            "again": "error=login_required" in again.headers.get("location", ""),
        }

    async def both():
        return {"plain": await log_in(False), "pushed": await log_in(True)}

    return asyncio.run(both())


TASKS = {
    "login": login, "machine": machine, "machine4": machine4, "browser": browser, "api": api, "server": server,
}

for line in sys.stdin:
    case = json.loads(line)
    # Read by requests and by httpx.
    os.environ["REQUESTS_CA_BUNDLE"] = os.environ["SSL_CERT_FILE"] = case["ca"]
    try:
        verdict = TASKS[case["task"]](case)
    except Exception as error:
        verdict = {"refusal": f"{type(error).__name__}: {error}"}
    print(json.dumps(verdict))
