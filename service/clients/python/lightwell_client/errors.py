"""Errors of the client."""

from __future__ import annotations

from typing import Any, Optional, Sequence


class ServiceError(Exception):
    """An answer of the service that is not a success.

    status: the HTTP status; detail: details, such as the refused fields (`json`, `query`, `path`) of a 422;
    retry_after_s: seconds after which the request may be sent again, if the service said so.
    """

    def __init__(
        self, message: str, status: int, detail: Optional[dict[str, Any]] = None, retry_after_s: Optional[float] = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.detail = detail or {}
        self.retry_after_s = retry_after_s


class EnhancementError(Exception):
    """The image or the order ended in an error; the message is its `status_reason`.

    image_ids: ids of the images in the error state; empty if the order failed as a whole.
    """

    def __init__(self, message: str, image_ids: Sequence[str]) -> None:
        super().__init__(message)
        self.image_ids = list(image_ids)


class WaitTimeoutError(Exception):
    """Waiting took longer than allowed. The work continues: wait again, or use webhooks."""


class WebhookError(Exception):
    """A webhook whose signature, time or body is not valid: do not act on it."""
