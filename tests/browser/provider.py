"""A small OpenID Connect provider of the tests' own: authorisation code with PKCE, signed id tokens, key set.

Run it as `python provider.py PORT`; who signs in is chosen on its page. It follows OpenID Connect Core 1.0 as far as
a client needs it, and refuses a wrong client, secret, code, redirect or verifier.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import sys
import time
from urllib.parse import urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT, SECRET = "quilate", "a secret of the tests"
PEOPLE = {
    "ada": {"name": "Ada", "email": "ada@example.org", "email_verified": True, "groups": ["leads"]},
    "luis": {"name": "Luis", "email": "luis@example.org", "email_verified": True, "groups": []},
    "eve": {"name": "Eve", "email": "ada@example.org", "email_verified": False, "groups": []},
}
KEY = RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"})
codes: dict[str, dict[str, str]] = {}


def issuer(request: Request) -> str:
    return str(request.base_url).rstrip("/")


async def metadata(request: Request) -> Response:
    here = issuer(request)
    return JSONResponse(
        {
            "issuer": here,
            "authorization_endpoint": f"{here}/authorize",
            "token_endpoint": f"{here}/token",
            "jwks_uri": f"{here}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }
    )


async def authorize(request: Request) -> Response:
    asked = dict(request.query_params)
    if asked.get("client_id") != CLIENT or asked.get("code_challenge_method") != "S256":
        return Response("unknown client, or no PKCE", 400)
    links = [f'<a href="/chosen?{urlencode({**asked, "who": who})}">{who}</a>' for who in PEOPLE]
    return HTMLResponse(f"<h1>Who are you?</h1>{' '.join(links)}")


async def chosen(request: Request) -> Response:
    asked = dict(request.query_params)
    code = secrets.token_urlsafe()
    codes[code] = asked
    back = urlencode({"code": code, "state": asked["state"]})
    return RedirectResponse(f"{asked['redirect_uri']}?{back}")


async def token(request: Request) -> Response:
    form = await request.form()
    asked = codes.pop(str(form.get("code")), None)
    given = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
    digest = hashlib.sha256(str(form.get("code_verifier")).encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    right_client = request.headers.get("authorization") == f"Basic {given}"
    if asked is None or not right_client or challenge != asked["code_challenge"]:
        return JSONResponse({"error": "invalid_grant"}, 400)
    if form.get("redirect_uri") != asked["redirect_uri"]:
        return JSONResponse({"error": "invalid_grant"}, 400)
    now = int(time.time())
    claims = {
        "iss": issuer(request),
        "sub": asked["who"],
        "aud": CLIENT,
        "iat": now,
        "exp": now + 300,
        "nonce": asked["nonce"],
        **PEOPLE[asked["who"]],
    }
    signed = jwt.encode({"alg": "RS256", "kid": "1"}, claims, KEY)
    return JSONResponse(
        {
            "access_token": secrets.token_urlsafe(),
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": signed,
        }
    )


async def keys(request: Request) -> Response:
    return JSONResponse({"keys": [KEY.as_dict(private=False)]})


app = Starlette(
    routes=[
        Route("/.well-known/openid-configuration", metadata),
        Route("/authorize", authorize),
        Route("/chosen", chosen),
        Route("/token", token, methods=["POST"]),
        Route("/keys", keys),
    ]
)

if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=int(sys.argv[1]), log_level="warning")
