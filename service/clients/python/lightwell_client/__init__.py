"""Client of the lightwell service: register, upload, wait, download, verify webhooks."""

from .client import Client, save_picture
from .errors import EnhancementError, ServiceError, WaitTimeoutError, WebhookError
from .generated import Bracket, Image, Order
from .retry import RetryOptions
from .webhooks import VerifiedWebhook, verify_webhook

__all__ = [
    "Bracket",
    "Client",
    "EnhancementError",
    "Image",
    "Order",
    "RetryOptions",
    "ServiceError",
    "VerifiedWebhook",
    "WaitTimeoutError",
    "WebhookError",
    "save_picture",
    "verify_webhook",
]
