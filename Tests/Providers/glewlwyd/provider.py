"""Runs Glewlwyd on a free port of 127.0.0.1, with TLS, until it is killed, and prints one line of JSON when it is ready.

Its argument is a list of clients: {"id", "authentication", "jwks" or "secret" or "subject" (of a certificate),
"algorithm" of what it signs}.
The line has the issuer, the folder with ca.pem, and with client.pem and client.key of the certificate whose subject the
clients name, and the address of a browser in which a user is logged in who has agreed to every client: a POST of the
address to visit answers with the address of the redirect, or with nothing.
"""

import http.cookiejar
import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CLIENTS = json.loads(sys.argv[1])
SCHEMA = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
FOLDER = tempfile.mkdtemp(prefix="glewlwyd-")
SCOPES = ["openid"]


def at(name):
    return os.path.join(FOLDER, name)


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=FOLDER)


def make_certificate(name, subject, extensions):
    with open(at(name + ".ext"), "w") as file:
        file.write(extensions)
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", subject, "-keyout", name + ".key", "-out", name + ".csr")
    openssl(
        *("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial"),
        *("-days", "2", "-extfile", name + ".ext", "-out", name + ".pem"),
    )


def make_certificates():
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test CA",
            "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-keyout", "ca.key", "-out", "ca.pem")
    make_certificate("server", "/CN=127.0.0.1", "subjectAltName=IP:127.0.0.1\n")
    make_certificate("client", "/CN=certified", "extendedKeyUsage=clientAuth\n")


def make_database():
    with sqlite3.connect(at("database")) as database, open(SCHEMA) as schema:
        database.executescript(schema.read())
        # The property that RFC 8705 §2.1.2 names is not in the format of a new database.
        (text,) = database.execute("SELECT gcmi_parameters FROM g_client_module_instance").fetchone()
        parameters = json.loads(text)
        parameters["data-format"]["tls_client_auth_subject_dn"] = {"multiple": False, "read": True, "write": True}
        database.execute("UPDATE g_client_module_instance SET gcmi_parameters = ?", [json.dumps(parameters)])


def configure(port):
    settings = {
        "port": port,
        "external_url": f"https://127.0.0.1:{port}",
        "login_url": "login.html",
        "api_prefix": "api",
        "log_mode": "file",
        "log_level": "DEBUG",
        "log_file": at("log"),
        "cookie_secure": False,
        "session_expiration": 86400,
        "session_key": "session",
        "admin_scope": "g_admin",
        "profile_scope": "g_profile",
        "user_module_path": "/usr/lib/glewlwyd/user",
        "client_module_path": "/usr/lib/glewlwyd/client",
        "user_auth_scheme_module_path": "/usr/lib/glewlwyd/scheme",
        "plugin_module_path": "/usr/lib/glewlwyd/plugin",
        "use_secure_connection": True,
        "secure_connection_key_file": at("server.key"),
        "secure_connection_pem_file": at("server.pem"),
        "secure_connection_ca_file": at("ca.pem"),
        "hash_algorithm": "SHA512",
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    lines.append('database = { type = "sqlite3", path = %s }' % json.dumps(at("database")))
    with open(at("configuration"), "w") as file:
        file.write("\n".join(lines) + "\n")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Administrator:
    """The administrator, who is the user as well."""

    def __init__(self, origin):
        self.origin = origin
        self.cookies = http.cookiejar.CookieJar()
        context = ssl.create_default_context(cafile=at("ca.pem"))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(self.cookies), NoRedirects()
        )

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.origin + path, data=data, method=method, headers={"Content-Type": "application/json"}
        )
        try:
            return self.opener.open(request).read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}")

    def redirect(self, address):
        try:
            self.opener.open(address)
        except urllib.error.HTTPError as response:
            return response.headers.get("Location", "")
        return ""

    def log_in_when_it_listens(self, server):
        while True:
            try:
                self.call("POST", "/api/auth/", {"username": "admin", "password": "password"})
                return
            except urllib.error.URLError as error:
                if server.poll() is not None or not isinstance(error.reason, ConnectionRefusedError):
                    raise SystemExit(f"the server does not start: {error}")
                time.sleep(0.02)


def plugin(issuer):
    with open(at("signing.key")) as key, open(at("signing.pem")) as certificate:
        key, certificate = key.read(), certificate.read()
    return {
        "module": "oidc",
        "name": "oidc",
        "display_name": "OpenID Connect",
        "parameters": {
            "iss": issuer,
            "jwt-type": "rsa",
            "jwt-key-size": "256",
            "key": key,
            "cert": certificate,
            "access-token-duration": 3600,
            "refresh-token-duration": 86400,
            "code-duration": 600,
            "refresh-token-rolling": True,
            "auth-type-code-enabled": True,
            "auth-type-client-enabled": True,
            "auth-type-refresh-enabled": True,
            # Without it, grants that issue no ID token are off.
            "allow-non-oidc": True,
            "jwks-show": True,
            "oauth-as-iss-id": True,
            "subject-type": "public",
            "allowed-scope": SCOPES,
            "pkce-allowed": True,
            "pkce-required": False,
            "request-parameter-allow": True,
            "request-parameter-ietf-strict": True,
            "request-maximum-exp": 3600,
            "client-pubkey-parameter": "pubkey",
            "client-jwks-parameter": "jwks",
            "client-jwks_uri-parameter": "jwks_uri",
            "oauth-par-allowed": True,
            "oauth-par-required": False,
            "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:",
            "oauth-par-duration": 90,
            "oauth-rar-allowed": True,
            "rar-types-client-property": "authorization_details_types",
            "rar-allow-auth-unsigned": True,
            "rar-allow-auth-unencrypted": True,
            "rar-types": {
                "payment_initiation": {
                    "description": "A payment",
                    "scopes": SCOPES,
                    "actions": ["initiate", "status"],
                    "locations": [],
                    "datatypes": [],
                    "privileges": [],
                    "enriched": [],
                }
            },
            "oauth-dpop-allowed": True,
            "oauth-dpop-iat-duration": 60,
            "introspection-revocation-allowed": True,
            "introspection-revocation-allow-target-client": True,
            "client-cert-source": "TLS",
            "client-cert-use-endpoint-aliases": False,
            "client-cert-self-signed-allowed": False,
        },
    }


def record(client):
    properties = {
        "client_id": client["id"],
        "name": client["id"],
        "confidential": True,
        "enabled": True,
        "scope": SCOPES,
        "redirect_uri": client.get("redirect_uris", ["http://127.0.0.1/callback"]),
        "authorization_type": ["code", "client_credentials", "refresh_token"],
        "token_endpoint_auth_method": [client["authentication"]],
        "authorization_details_types": ["payment_initiation"],
    }
    if "algorithm" in client:
        properties["token_endpoint_signing_alg"] = properties["request_object_signing_alg"] = client["algorithm"]
    if "jwks" in client:
        properties["jwks"] = client["jwks"]
    if "secret" in client:
        properties["client_secret"] = client["secret"]
    if "subject" in client:
        properties["tls_client_auth_subject_dn"] = client["subject"]
    return properties


def browser(person):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            address = self.rfile.read(int(self.headers["Content-Length"])).decode()
            location = person.redirect(address).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(location)))
            self.end_headers()
            self.wfile.write(location)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    make_certificates()
    make_database()
    openssl("genrsa", "-out", "signing.key", "2048")
    openssl("rsa", "-in", "signing.key", "-pubout", "-out", "signing.pem")
    port = free_port()
    configure(port)
    server = subprocess.Popen(
        ["glewlwyd", "--config-file=" + at("configuration")],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    signal.signal(signal.SIGTERM, lambda *_: (server.terminate(), sys.exit(0)))
    origin = f"https://127.0.0.1:{port}"
    administrator = Administrator(origin)
    administrator.log_in_when_it_listens(server)
    issuer = origin + "/api/oidc"
    administrator.call("POST", "/api/mod/plugin/", plugin(issuer))
    for client in CLIENTS:
        administrator.call("POST", "/api/client/", record(client))
    # The user of the tests is the administrator, who agrees to each client once.
    for scope in SCOPES:
        administrator.call("PUT", "/api/scope/" + scope, {"display_name": scope, "password_required": False})
    user = json.loads(administrator.call("GET", "/api/user/admin"))
    administrator.call("PUT", "/api/user/admin", user | {"scope": user["scope"] + SCOPES})
    for client in CLIENTS:
        administrator.call("PUT", f"/api/auth/grant/{client['id']}/", {"scope": " ".join(SCOPES)})
        administrator.call("PUT", f"/api/oidc/rar/{client['id']}/payment_initiation/1", {})
    print(json.dumps({"issuer": issuer, "folder": FOLDER, "browser": browser(administrator)}), flush=True)
    server.wait()
