"""Judges the tenant emulator with clients that know nothing of it: Auth0's own SDK for Python, and Authlib.

Reads one case a line, as JSON, and writes one verdict a line. A case has a "task", and the "domain" (host and port) and
"ca" (path of the certificate authority) of a tenant with the standard seed that serves TLS:

login       logs in with a password, verifies the ID token, renews, and reads user info with auth0-python
machine     requests a token for the Management API, and creates, finds and deletes a user with auth0-python
browser     logs in with Authlib: metadata, code with PKCE, the login form, ID token, user info

A verdict is a JSON object with what was found, or with the "refusal" of the client.
"""

import html
import json
import os
import re
import sys

PASSWORD = "Sesame-2026!"
NATIVE = "emulatorClient0000000000000000001"
SERVER = "emulatorServer0000000000000000001"
SERVER_SECRET = "a-secret-that-only-the-server-knows-2026"
WEB = "emulatorWeb000000000000000000001"
WEB_SECRET = "a-secret-of-the-web-application-in-2026"


def login(case):
    from auth0.authentication import GetToken, Users
    from auth0.authentication.token_verifier import AsymmetricSignatureVerifier, TokenVerifier

    domain = case["domain"]
    client = GetToken(domain, NATIVE)
    tokens = client.login(
        username="john@example.com", password=PASSWORD, scope="openid profile email offline_access",
        realm="Username-Password-Authentication", grant_type="http://auth0.com/oauth/grant-type/password-realm")
    keys = AsymmetricSignatureVerifier(f"https://{domain}/.well-known/jwks.json")
    verifier = TokenVerifier(signature_verifier=keys, issuer=f"https://{domain}/", audience=NATIVE)
    claims = verifier.verify(tokens["id_token"])
    renewed = client.refresh_token(tokens["refresh_token"])
    return {
        "subject": claims["sub"], "renewed": sorted(renewed),
        "email": Users(domain).userinfo(renewed["access_token"])["email"],
    }


def machine(case):
    from auth0.authentication import GetToken
    from auth0.management import ManagementClient

    domain = case["domain"]
    token = GetToken(domain, SERVER, client_secret=SERVER_SECRET).client_credentials(f"https://{domain}/api/v2/")
    api = ManagementClient(domain=domain, token=token["access_token"])
    connection = "Username-Password-Authentication"
    user = api.users.create(connection=connection, email="judged@example.com", password=PASSWORD)
    found = api.users.list_users_by_email(email="judged@example.com")
    listed = [one.email for one in api.users.list(q='email:"judged@example.com"')]
    role = api.roles.create(name="judge", description="Judges")
    api.users.roles.assign(user.user_id, roles=[role.id])
    roles = [one.name for one in api.users.roles.list(user.user_id)]
    ticket = api.tickets.change_password(user_id=user.user_id)
    api.users.delete(user.user_id)
    return {
        "found": [one.user_id for one in found] == [user.user_id], "listed": listed, "roles": roles,
        "ticket": "/u/reset-verify?ticket=" in ticket.ticket,
        "left": len(api.users.list_users_by_email(email="judged@example.com")),
    }


def browser(case):
    import requests
    from authlib.integrations.requests_client import OAuth2Session

    origin = f"https://{case['domain']}"
    page = requests.Session()
    metadata = page.get(f"{origin}/.well-known/openid-configuration").json()
    callback = "http://localhost:3000/callback"
    session = OAuth2Session(
        WEB, WEB_SECRET, scope="openid email", redirect_uri=callback, code_challenge_method="S256")
    verifier = "v" * 48
    address, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
    form = page.get(address)
    fields = {name: html.unescape(value)
              for name, value in re.findall(r'name="(state|_csrf)" value="([^"]*)"', form.text)}
    answer = page.post(
        f"{origin}/u/login", data={**fields, "username": "john@example.com", "password": PASSWORD},
        allow_redirects=False)
    while not answer.headers["location"].startswith(callback):
        answer = page.get(requests.compat.urljoin(origin, answer.headers["location"]), allow_redirects=False)
    tokens = session.fetch_token(
        metadata["token_endpoint"], authorization_response=answer.headers["location"], code_verifier=verifier,
        state=state)
    user = session.get(metadata["userinfo_endpoint"]).json()
    return {"keys": sorted(tokens), "email": user["email"]}


TASKS = {"login": login, "machine": machine, "browser": browser}

for line in sys.stdin:
    case = json.loads(line)
    # Read by requests and by httpx.
    os.environ["REQUESTS_CA_BUNDLE"] = os.environ["SSL_CERT_FILE"] = case["ca"]
    try:
        verdict = TASKS[case["task"]](case)
    except Exception as error:
        verdict = {"refusal": f"{type(error).__name__}: {error}"}
    print(json.dumps(verdict))
