"""Django OAuth Toolkit as an OpenID provider on loopback; `provider.py` says where, before this is read."""

import os

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

ORIGIN = os.environ["PROVIDER_ORIGIN"]
HERE = os.path.dirname(os.path.abspath(__file__))

SECRET_KEY = os.urandom(32).hex()
ALLOWED_HOSTS = ["127.0.0.1"]
USE_TZ = True
ROOT_URLCONF = "urls"
LOGIN_URL = "/login/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "oauth2_provider",
]
# Tables straight from the models: a tenth of a second instead of two.
MIGRATION_MODULES = {app.rpartition(".")[2]: None for app in INSTALLED_APPS}
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [os.path.join(HERE, "templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["PROVIDER_DATABASE"],
        # Writers take turns from the start, instead of failing when two readers want to write.
        "OPTIONS": {"timeout": 120, "transaction_mode": "IMMEDIATE"},
    }
}
AUTHENTICATION_BACKENDS = ["people.EveryUser"]
OAUTH2_PROVIDER = {
    "OIDC_ENABLED": True,
    "OIDC_ISS_ENDPOINT": ORIGIN + "/o",
    "OIDC_RSA_PRIVATE_KEY": rsa.generate_private_key(65537, 2048)
    .private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    .decode(),
    "OAUTH2_VALIDATOR_CLASS": "urls.Validator",
    "SCOPES": {name: name for name in ["openid", "profile", "email", "offline_access"]},
    "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https", "com.example.app"],
    "PKCE_REQUIRED": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "ROTATE_REFRESH_TOKEN": True,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "REQUEST_APPROVAL_PROMPT": "auto",
    "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
    "OIDC_RP_INITIATED_LOGOUT_ALWAYS_PROMPT": False,
    "OAUTH_DEVICE_VERIFICATION_URI": ORIGIN + "/o/device/",
    "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": lambda code: ORIGIN + "/o/device/?user_code=" + code,
    "DEVICE_FLOW_INTERVAL": 5,
    "DCR_ENABLED": True,
    "DCR_REGISTRATION_PERMISSION_CLASSES": ("oauth2_provider.dcr.AllowAllDCRPermission",),
}
