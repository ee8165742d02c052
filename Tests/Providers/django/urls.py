"""The pages of the provider, and what its tokens tell about a user."""

from django.contrib.auth.views import LoginView
from django.http import HttpResponse
from django.urls import include, path
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.urls import metadata_urlpatterns


class Validator(OAuth2Validator):
    """Tells name and address, which the toolkit leaves to the site."""

    oidc_claim_scope = OAuth2Validator.oidc_claim_scope | {"name": "profile", "email": "email"}

    def get_additional_claims(self, request):
        return {"name": request.user.get_full_name(), "email": request.user.email}

    # The toolkit leaves these two to the site; `prompt=none` wants them. A request without a session is refused before.
    def validate_silent_login(self, request):
        return True

    def validate_silent_authorization(self, request):
        return bool(request.client.skip_authorization)


urlpatterns = [
    path("", lambda request: HttpResponse(f"user: {request.user}")),
    path("", include((metadata_urlpatterns, "metadata"))),
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]
