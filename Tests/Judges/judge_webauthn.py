"""Judges what an authenticator made, by the package `webauthn`: a JSON object a line in, a JSON object a line out."""

import json
import sys

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException


def judge(case):
    common = {
        "credential": case["credential"],
        "expected_challenge": base64url_to_bytes(case["challenge"]),
        "expected_rp_id": case["rp_id"],
        "expected_origin": case["origin"],
        "require_user_verification": case["require_user_verification"],
    }
    if case["ceremony"] == "registration":
        seen = verify_registration_response(**common)
        return {
            "credential_id": bytes_to_base64url(seen.credential_id),
            "public_key": bytes_to_base64url(seen.credential_public_key),
            "sign_count": seen.sign_count,
            "aaguid": seen.aaguid,
            "format": seen.fmt,
            "user_verified": seen.user_verified,
            "device_type": seen.credential_device_type.value,
            "backed_up": seen.credential_backed_up,
        }
    seen = verify_authentication_response(
        **common, credential_public_key=base64url_to_bytes(case["public_key"]), credential_current_sign_count=0
    )
    return {
        "credential_id": bytes_to_base64url(seen.credential_id),
        "sign_count": seen.new_sign_count,
        "user_verified": seen.user_verified,
        "device_type": seen.credential_device_type.value,
        "backed_up": seen.credential_backed_up,
    }


for line in sys.stdin:
    try:
        verdict = judge(json.loads(line))
    except (WebAuthnException, ValueError) as refusal:  # the latter for a point that is not on its curve
        verdict = {"refusal": str(refusal)}
    print(json.dumps(verdict))
