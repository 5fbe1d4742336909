"""The client: a method for each operation, uploads with progress, and waiting."""

from __future__ import annotations

import json
import os
import tempfile
import time
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any, BinaryIO, Callable, Mapping, NoReturn, Optional, TypeVar, Union
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import EnhancementError, ServiceError, WaitTimeoutError
from .generated import Image, Operations, Order
from .retry import RetryOptions, with_retries

T = TypeVar("T")

# The API version that this client is made for: the registration answers with `upload_url`.
API_VERSION = "2026-10-01"
# A request with these methods has the same effect if it is sent twice.
REPEATABLE = ("GET", "PUT", "DELETE")
# Bytes at a time of an upload: small enough for steady progress.
CHUNK_BYTES = 256 * 1024
# Largest pause between two looks, over the first.
SLOWEST = 16

Progress = Callable[[int, int], None]


class _NoRedirects(HTTPRedirectHandler):
    """The API does not redirect; a key must not follow to another host."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Client(Operations):
    """A client of the v3 API. Requests that the service puts off are repeated.

    base_url: address of the service, such as `https://photos.example.org`. api_key: the account's API key; it is
    secret. dev_mode: no credits are used, and pictures have a watermark. timeout_s: seconds without a byte after
    which a connection fails. Raises `ServiceError` for every answer that is not a success.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        dev_mode: bool = False,
        retry: RetryOptions = RetryOptions(),
        timeout_s: float = 60.0,
    ) -> None:
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url: expected an address that begins with http")
        if not api_key:
            raise ValueError("api_key: expected the account's key, got an empty text")
        self._base_url = base_url.rstrip("/")
        self._headers = {"x-api-key": api_key, "x-api-version": API_VERSION}
        if dev_mode:
            self._headers["x-dev-mode"] = "true"
        self._retry = retry
        self._timeout_s = timeout_s
        self._opener = build_opener(_NoRedirects)
        self._transport = self

    def request_json(self, method: str, path: str, query: Any = None, body: Any = None) -> Any:
        """Sends a request and reads its JSON; `None` if the answer has no body."""
        content = self._send(method, path, query, body)
        return json.loads(content) if content else None

    def request_bytes(self, method: str, path: str, query: Any = None) -> bytes:
        """Sends a request and reads its bytes."""
        return self._send(method, path, query)

    def upload(
        self,
        registered: Mapping[str, Any],
        source: Union[str, os.PathLike[str], bytes],
        *,
        content_type: str = "application/octet-stream",
        on_progress: Optional[Progress] = None,
    ) -> None:
        """Uploads a file, or bytes, to what `create_image` or `create_bracket` returned. A broken upload begins again,
        within the client's tries. `on_progress` gets the bytes sent and the total."""
        url = str(registered.get("upload_url") or registered.get("s3PutObjectUrl") or "")
        if not url:
            raise ValueError("upload: expected what create_image or create_bracket returned")

        def put() -> None:
            if isinstance(source, bytes):
                self._put(url, _Bytes(source), len(source), content_type, on_progress)
                return
            with open(source, "rb") as file:
                self._put(url, file, os.fstat(file.fileno()).st_size, content_type, on_progress)

        with_retries(put, True, self._retry)

    def wait_for_image(self, image_id: str, *, timeout_s: float = 900.0, interval_s: float = 0.5) -> Image:
        """Waits until an image is processed. Raises `EnhancementError` if it fails, `WaitTimeoutError` if it takes
        longer."""

        def look() -> Optional[Image]:
            image = self.get_image(image_id)
            if image["error"]:
                raise EnhancementError(image["status_reason"] or "the image failed", [image_id])
            return image if image["status"] == "processed" else None

        return self._wait_for(f"image {image_id}", timeout_s, interval_s, look)

    def wait_for_order(self, order_id: str, *, timeout_s: float = 900.0, interval_s: float = 0.5) -> Order:
        """Waits until an order is grouped and all its images are processed. Raises `EnhancementError` with the images
        that failed, once none is being made any more."""

        def look() -> Optional[Order]:
            order = self.get_order(order_id)
            if order["is_merging"] or order["is_processing"] or order["status"] == "waiting":
                return None
            failed = [image for image in order["images"] if image["error"]]
            if failed:
                reasons = [f"{image['image_name']}: {image['status_reason'] or 'failed'}" for image in failed]
                raise EnhancementError("; ".join(reasons), [image["image_id"] for image in failed])
            if order["status"] == "error":
                raise EnhancementError(f"order {order_id} failed", [])
            return order

        return self._wait_for(f"order {order_id}", timeout_s, interval_s, look)

    def _wait_for(self, what: str, timeout_s: float, interval_s: float, look: Callable[[], Optional[T]]) -> T:
        until = time.monotonic() + timeout_s
        pause_s = interval_s
        while True:
            found = look()
            if found is not None:
                return found
            if time.monotonic() + pause_s > until:
                raise WaitTimeoutError(f"{what} took longer than {timeout_s:g} s")
            self._retry.pause(pause_s)
            pause_s = min(2 * pause_s, SLOWEST * interval_s)

    def _send(self, method: str, path: str, query: Any = None, body: Any = None) -> bytes:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + ("?" + urlencode(given) if given else "")
        data = None if body is None else json.dumps(body).encode()
        headers = {**self._headers, **({} if data is None else {"content-type": "application/json"})}

        def send() -> bytes:
            try:
                with self._opener.open(Request(url, data, headers, method=method), timeout=self._timeout_s) as answer:
                    content: bytes = answer.read()
                    return content
            except HTTPError as error:
                with error:
                    _refuse(error.code, error.headers.get("retry-after"), error.read())

        return with_retries(send, method in REPEATABLE, self._retry)

    def _put(
        self, url: str, file: Union[BinaryIO, "_Bytes"], size: int, content_type: str, on_progress: Optional[Progress]
    ) -> None:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.netloc, timeout=self._timeout_s)
        try:
            connection.putrequest("PUT", f"{parts.path}?{parts.query}" if parts.query else parts.path)
            connection.putheader("content-type", content_type)
            connection.putheader("content-length", str(size))
            connection.endheaders()
            sent = 0
            try:
                while chunk := file.read(CHUNK_BYTES):
                    connection.send(chunk)
                    sent += len(chunk)
                    if on_progress:
                        on_progress(sent, size)
            except BrokenPipeError:
                pass  # The service has refused the upload: its answer says why.
            answer = connection.getresponse()
            content = answer.read()
            if not 200 <= answer.status < 300:
                _refuse(answer.status, answer.getheader("retry-after"), content)
        finally:
            connection.close()


class _Bytes:
    """Bytes, read like a file without a copy of all of them."""

    def __init__(self, content: bytes) -> None:
        self._rest = memoryview(content)

    def read(self, count: int) -> memoryview:
        chunk, self._rest = self._rest[:count], self._rest[count:]
        return chunk


def save_picture(content: bytes, path: Union[str, os.PathLike[str]]) -> None:
    """Writes a picture to a temporary name, then renames it, so that no half file is ever seen."""
    target = Path(path)
    handle, partial = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(partial, target)
    except BaseException:
        os.unlink(partial)
        raise


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refuse(status: int, retry_after: Optional[str], content: bytes) -> NoReturn:
    try:
        answer = json.loads(content)
    except ValueError:
        answer = None
    fields = answer if isinstance(answer, dict) else {}
    message = fields.get("message")
    detail = fields.get("detail")
    try:
        seconds: Optional[float] = float(retry_after) if retry_after else None
    except ValueError:
        seconds = None
    raise ServiceError(
        message if isinstance(message, str) else f"the service answered {status}",
        status,
        detail if isinstance(detail, dict) else {},
        seconds,
    )
