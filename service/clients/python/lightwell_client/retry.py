"""Repeats what the service put off."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from http.client import HTTPException
from typing import Callable, Optional, TypeVar

from .errors import ServiceError

T = TypeVar("T")

# First pause, in seconds; it doubles with each try, as the API's documentation recommends.
FIRST_PAUSE_S = 1.0
# A pause is this share longer at most, at random, so that many clients do not return at once.
JITTER = 0.25
# Answers that say "later", not "no".
LATER_STATUSES = (429, 502, 503, 504)


@dataclass(frozen=True)
class RetryOptions:
    """max_tries: tries of one request, the first included. max_pause_s: longest pause before a try; if the service
    asks for a longer one, the error is raised. pause: pauses; for tests."""

    max_tries: int = 6
    max_pause_s: float = 60.0
    pause: Callable[[float], None] = time.sleep


def with_retries(send: Callable[[], T], may_repeat: bool, options: RetryOptions) -> T:
    """Repeats a request that the service put off (429, 502, 503, 504), after `Retry-After` or with pauses that double
    from one second, and, if `may_repeat`, one whose connection broke. A file name that was registered too often has to
    wait up to an hour, which is more than `max_pause_s`: that error is raised, and another name helps."""
    tries = 0
    while True:
        tries += 1
        try:
            return send()
        except (ServiceError, OSError, HTTPException) as error:
            pause_s = _pause_after(error, tries, may_repeat)
            if pause_s is None or tries >= options.max_tries or pause_s > options.max_pause_s:
                raise
            options.pause(pause_s)


def _pause_after(error: Exception, tries: int, may_repeat: bool) -> Optional[float]:
    """Pause before the next try in seconds; None if there should be none."""
    doubled = FIRST_PAUSE_S * 2 ** (tries - 1) * (1 + JITTER * random.random())
    if not isinstance(error, ServiceError):
        return doubled if may_repeat else None
    if error.status not in LATER_STATUSES:
        return None
    return doubled if error.retry_after_s is None else max(error.retry_after_s, 0.1)
