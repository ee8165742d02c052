"""Judges signed tokens with joserfc, which shares no line with ours.

Reads one case a line, as JSON, and writes one verdict a line. A case has a "task":

verify      "token" with the key "jwk": {"payload": text, "header": {...}}
issue       "payload" signed by "alg" with a new key of "kty" and "crv" or size: {"token": text, "jwk": {...}}
thumbprint  of "jwk": {"thumbprint": text}
proof       "token" with the key in its own header, as RFC 9449 asks: {"payload": text, "header": {...}, "thumbprint": text}

What the judge does not accept is {"refusal": reason}.
"""

import json
import sys

from joserfc import jws
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

KEYS = {"EC": ECKey, "OKP": OKPKey, "RSA": RSAKey, "oct": OctKey}
ALGORITHMS = [
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "EdDSA", "HS256", "HS384", "HS512"),
]


def key_of(members):
    return KEYS[members["kty"]].import_key(members)


def verify(case):
    signed = jws.deserialize_compact(case["token"], key_of(case["jwk"]), algorithms=ALGORITHMS)
    return {"payload": signed.payload.decode(), "header": signed.headers()}


def issue(case):
    key = KEYS[case["kty"]].generate_key(case["crv"], {"kid": "k1"})
    header = {"alg": case["alg"], "typ": "JWT", "kid": "k1"}
    token = jws.serialize_compact(header, case["payload"], key, algorithms=ALGORITHMS)
    return {"token": token, "jwk": key.as_dict(private=case["kty"] == "oct")}


def thumbprint(case):
    return {"thumbprint": key_of(case["jwk"]).thumbprint()}


def proof(case):
    header = jws.extract_compact(case["token"].encode()).headers()
    assert header["typ"] == "dpop+jwt", "another type"
    assert set(header["jwk"]) == {"kty", "crv", "x", "y"}, "members that do not belong into the key"
    return verify({"token": case["token"], "jwk": header["jwk"]}) | thumbprint(header)


TASKS = {"verify": verify, "issue": issue, "thumbprint": thumbprint, "proof": proof}

for line in sys.stdin:
    case = json.loads(line)
    try:
        verdict = TASKS[case["task"]](case)
    except Exception as refusal:  # whatever it is, it is a refusal
        verdict = {"refusal": f"{type(refusal).__name__}: {refusal}"}
    print(json.dumps(verdict))
