"""Everybody who knows the password has an account."""

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend

PASSWORD = "Wonderland-2026"


class EveryUser(ModelBackend):
    """A user for every test: a logout ends all tokens of its user, and a login changes what all of them tell."""

    def authenticate(self, request, username=None, password=None):
        if password != PASSWORD:
            return None
        defaults = {"email": username + "@example.org", "first_name": username.title(), "last_name": "Liddell"}
        return get_user_model().objects.get_or_create(username=username, defaults=defaults)[0]
