"""Runs the provider on a free port of 127.0.0.1 until it is killed, and says where in one line of JSON."""

import json
import os
import sys
import tempfile
import threading
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

CLIENTS = json.loads(sys.argv[1])
CODE, DEVICE = "authorization-code", "urn:ietf:params:oauth:grant-type:device_code"


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def seed():
    from django.core.management import call_command
    from oauth2_provider.models import Application

    call_command("migrate", run_syncdb=True, verbosity=0)
    # For clients that register themselves, which the toolkit gives no ID tokens otherwise.
    Application._meta.get_field("algorithm").default = Application.RS256_ALGORITHM
    for client in CLIENTS:
        Application.objects.create(
            client_id=client["id"],
            client_secret=client.get("secret", ""),
            client_type="confidential" if "secret" in client else "public",
            authorization_grant_type=DEVICE if client.get("device") else CODE,
            algorithm="RS256",
            skip_authorization=True,
            redirect_uris=" ".join(client.get("redirect_uris", [])),
            post_logout_redirect_uris=" ".join(client.get("post_logout_redirect_uris", [])),
        )


def one_at_a_time(application):
    """SQLite has one writer, and sessions that two requests change at once are not what is tested."""
    lock = threading.Lock()

    def serve(environ, start_response):
        with lock:
            return application(environ, start_response)

    return serve


if __name__ == "__main__":
    # Bound before Django starts, which has to know the port.
    server = Server(("127.0.0.1", 0), Handler)
    os.environ["PROVIDER_ORIGIN"] = f"http://127.0.0.1:{server.server_port}"
    os.environ["PROVIDER_DATABASE"] = os.path.join(tempfile.mkdtemp(), "database.sqlite3")
    os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
    import django
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
    seed()
    server.set_app(one_at_a_time(application))
    print(json.dumps({"issuer": os.environ["PROVIDER_ORIGIN"] + "/o"}), flush=True)
    server.serve_forever()
