"""Verification of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, NamedTuple, Optional, Union

from .errors import WebhookError

# Largest difference between the clocks of service and receiver (Standard Webhooks recommends 5 minutes).
TOLERANCE_S = 300


class VerifiedWebhook(NamedTuple):
    """id: the same for every delivery of one event, ignore an id that you have seen; event: what the service sent."""

    id: str
    event: dict[str, Any]


def verify_webhook(
    body: Union[str, bytes], headers: Mapping[str, str], secret: str, now_s: Optional[float] = None
) -> VerifiedWebhook:
    """Checks a delivery by the headers of Standard Webhooks (https://www.standardwebhooks.com): the signature is `v1,`
    and base64 of HMAC-SHA256 over `id.timestamp.body`. `body` is the request's body, byte for byte; `secret` is the
    account's webhook secret (`whsec_…`). Raises `WebhookError` if the delivery is not authentic or older than five
    minutes."""
    found = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not found.get(name):
            raise WebhookError(f"the header {name} is missing")
    webhook_id, timestamp = found["webhook-id"], found["webhook-timestamp"]
    now = time.time() if now_s is None else now_s
    if not (timestamp.isascii() and timestamp.isdigit()) or abs(now - int(timestamp)) > TOLERANCE_S:
        raise WebhookError("the webhook's timestamp is more than five minutes away")
    text = body.encode() if isinstance(body, str) else body
    expected = hmac.new(_key_of(secret), f"{webhook_id}.{timestamp}.".encode() + text, hashlib.sha256).digest()
    signatures = [each[3:] for each in found["webhook-signature"].split(" ") if each.startswith("v1,")]
    if not any([hmac.compare_digest(expected, _from_base64(each)) for each in signatures]):
        raise WebhookError("the webhook's signature is not valid")
    try:
        return VerifiedWebhook(webhook_id, json.loads(text))
    except ValueError as error:
        raise WebhookError("the webhook's body is not JSON") from error


def _key_of(secret: str) -> bytes:
    key = _from_base64(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    if not key:
        raise WebhookError("the secret is not valid: expected whsec_ and base64")
    return key


def _from_base64(text: str) -> bytes:
    """Empty if the text is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
