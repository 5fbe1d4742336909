"""Generated from the service's OpenAPI document by `npm run clients -w service`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypedDict, cast
from urllib.parse import quote


class _ImageRequired(TypedDict):
    """The fields that `Image` always has."""

    image_id: str
    image_name: str
    order_id: str
    # registered, processing, processed or error
    status: str
    # Why the image is in the error state
    status_reason: str | None
    # Legacy: the registered Content-Type; the upload must have the same
    content_type: str | None
    user_id: str
    # Seconds since 1970
    date_added: int
    downloaded: bool
    enhanced: bool
    error: bool
    # Always null: scenes are not classified
    scene: str | None
    parent_image_id: str | None
    is_threesixty: bool
    # Requested preferences that are not applied
    unsupported_preferences: list[str]
    # The engine's warnings about the files and the picture
    warnings: list[str]
    # Whether the picture agrees with its frames; null until processed, or if it was not checked
    check: dict[str, Any] | None


class Image(_ImageRequired, total=False):
    """Image, as the service describes it."""

    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None


class Order(TypedDict):
    """Order, as the service describes it."""

    order_id: str
    name: str | None
    # RFC 3339
    created_at: str
    # RFC 3339
    last_updated_at: str
    is_deleted: bool
    # Brackets are being grouped into images
    is_merging: bool
    # Images are being enhanced; once one has begun, also while uploads of others are awaited
    is_processing: bool
    # waiting, processing, processed or error
    status: str
    total_images: int
    # Uploaded brackets that belong to no image until the order is processed again
    waiting_brackets: int
    images: list[Image]


class Bracket(TypedDict):
    """Bracket, as the service describes it."""

    bracket_id: str
    image_id: str | None
    name: str
    order_id: str
    is_uploaded: bool
    # Legacy: the registered Content-Type; the upload must have the same
    content_type: str | None
    # The client's own object; if none was sent, when and how the file was taken and with which
    # camera, never where
    metadata: dict[str, Any] | None


class _CreateImageBodyRequired(TypedDict):
    """The fields that `CreateImageBody` always has."""

    # Name of the picture, usually the file's
    image_name: str


class CreateImageBody(_CreateImageBodyRequired, total=False):
    """Body of `create_image`."""

    # Chosen by the client; must be unused
    image_id: str
    # Of an order of the account, or of a new one
    order_id: str
    # Legacy: the upload must have this Content-Type
    content_type: str
    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None


class _CreateImageAnswerRequired(TypedDict):
    """The fields that `CreateImageAnswer` always has."""

    image_id: str
    image_name: str
    order_id: str
    # registered, processing, processed or error
    status: str
    # Why the image is in the error state
    status_reason: str | None
    # Legacy: the registered Content-Type; the upload must have the same
    content_type: str | None
    user_id: str
    # Seconds since 1970
    date_added: int
    downloaded: bool
    enhanced: bool
    error: bool
    # Always null: scenes are not classified
    scene: str | None
    parent_image_id: str | None
    is_threesixty: bool
    # Requested preferences that are not applied
    unsupported_preferences: list[str]
    # The engine's warnings about the files and the picture
    warnings: list[str]
    # Whether the picture agrees with its frames; null until processed, or if it was not checked
    check: dict[str, Any] | None


class CreateImageAnswer(_CreateImageAnswerRequired, total=False):
    """Answer to `create_image`."""

    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    # From version 2025-05-05 on: the address for the PUT of the bytes
    upload_url: str
    # Before version 2025-05-05: the same address
    s3PutObjectUrl: str


class ProcessImageBody(TypedDict, total=False):
    """Body of `process_image`."""

    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None


class ReportImageBody(TypedDict, total=False):
    """Body of `report_image`."""

    categories: list[str]
    comment: str | None
    score: float | None
    source: Literal["WEBAPP"] | Literal["API"]


class ReportImageAnswer(TypedDict):
    """Answer to `report_image`."""

    message: str


class CreateOrderBody(TypedDict, total=False):
    """Body of `create_order`."""

    # Chosen by the client
    order_id: str | None
    name: str | None


class ListOrdersQuery(TypedDict, total=False):
    """Query of `list_orders`."""

    # `pagination.next_offset` of the page before
    offset: str
    per_page: int


class ListOrdersAnswer(TypedDict):
    """Answer to `list_orders`."""

    orders: list[Order]
    pagination: dict[str, Any]


class UpdateOrderBody(TypedDict, total=False):
    """Body of `update_order`."""

    # Chosen by the client
    order_id: str | None
    name: str | None


class ListOrderBracketsAnswer(TypedDict):
    """Answer to `list_order_brackets`."""

    brackets: list[Bracket]


class ProcessOrderBody(TypedDict, total=False):
    """Body of `process_order`."""

    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    # Brackets of each image, in order of capture time
    number_of_brackets_per_image: int | None
    # Groups by hand; at most 500 brackets in all
    images: list[dict[str, Any]] | None


class MergeOrderBody(TypedDict, total=False):
    """Body of `merge_order`."""

    # false: only decode, merge and write
    enhance: bool | None
    # property, property_usa, natural, warm, neutral or modern
    enhance_type: str | None
    lens_correction: bool | None
    vertical_correction: bool | None
    perspective_correction: bool | None
    # DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE
    perspective_correction_mode: str | None
    window_pull: bool | None
    # NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES
    window_pull_type: str | None
    # Accepted, but not done: nothing is added to a scene
    sky_replacement: bool | None
    # CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement
    cloud_type: str | None
    # Accepted, but not done: nothing is added or removed; at most 16384 characters of JSON
    restage: dict[str, Any] | None
    # Accepted, not done
    privacy: bool | None
    # Accepted, not done
    upscale: bool | None
    # A 360° picture; detected if absent
    threesixty: bool | None
    # At registration: the upload is a bracket, held until its order is merged
    hdr: bool | None
    rating: int | None
    # Kept with the image
    preset_id: str | None
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None
    # Accepted, not done; at most 16384 characters of JSON
    finetune_settings: dict[str, Any] | None
    # The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5
    # correct fewer lenses
    ai_version: str | None
    brightness_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    brightness_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_external: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    contrast_boost_internal: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    clarity_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    saturation_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    denoise_level: Literal["NONE"] | Literal["LOW"] | Literal["MEDIUM"] | Literal["HIGH"] | None
    # Brackets of each image, in order of capture time
    number_of_brackets_per_image: int | None
    # Groups by hand; at most 500 brackets in all
    images: list[dict[str, Any]] | None


class _CreateBracketBodyRequired(TypedDict):
    """The fields that `CreateBracketBody` always has."""

    # The order that the bracket belongs to
    order_id: str


class CreateBracketBody(_CreateBracketBodyRequired, total=False):
    """Body of `create_bracket`."""

    # The merged image gets the name of its first bracket
    name: str | None
    # Legacy: the upload must have this Content-Type
    content_type: str
    # The client's own object, returned unchanged; if none was sent, when and how the file was
    # taken; at most 16384 characters of JSON
    metadata: dict[str, Any] | None


class _CreateBracketAnswerRequired(TypedDict):
    """The fields that `CreateBracketAnswer` always has."""

    bracket_id: str
    image_id: str | None
    name: str
    order_id: str
    is_uploaded: bool
    # Legacy: the registered Content-Type; the upload must have the same
    content_type: str | None
    # The client's own object; if none was sent, when and how the file was taken and with which
    # camera, never where
    metadata: dict[str, Any] | None


class CreateBracketAnswer(_CreateBracketAnswerRequired, total=False):
    """Answer to `create_bracket`."""

    # From version 2025-05-05 on: the address for the PUT of the bytes
    upload_url: str
    # Before version 2025-05-05: the same address
    s3PutObjectUrl: str


class GetImageEnhancedQuery(TypedDict, total=False):
    """Query of `get_image_enhanced`."""

    # Default true; false: the full size, which uses a credit
    preview: bool
    # Legacy: small, large or big
    size: str
    quality: int
    # jpeg, png, webp or avif; jxl is not built in and returns a JPEG, as Content-Type says
    format: str
    watermark: bool
    # Accepted, without effect
    finetune: bool
    max_width: int
    scale: float
    dpi: int
    # json: a description of the picture instead of its bytes
    response: str


class GetImageOriginalQuery(TypedDict, total=False):
    """Query of `get_image_original`."""

    # Default true; false: the full size, which uses a credit
    preview: bool
    # Legacy: small, large or big
    size: str
    quality: int
    # jpeg, png, webp or avif; jxl is not built in and returns a JPEG, as Content-Type says
    format: str
    watermark: bool
    # Accepted, without effect
    finetune: bool
    max_width: int
    scale: float
    dpi: int
    # json: a description of the picture instead of its bytes
    response: str


class Transport(Protocol):
    """Sends one request of an operation; the client retries and reads the answer."""

    def request_json(self, method: str, path: str, query: Any = None, body: Any = None) -> Any: ...

    def request_bytes(self, method: str, path: str, query: Any = None) -> bytes: ...


class Operations:
    """One method for each operation of the API."""

    _transport: Transport

    def create_image(self, body: CreateImageBody) -> CreateImageAnswer:
        """Register an image: `POST /v3/images`."""
        return cast("CreateImageAnswer", self._transport.request_json("POST", "/v3/images", None, body))

    def get_image(self, image_id: str) -> Image:
        """Read an image's status: `GET /v3/images/{image_id}`."""
        return cast("Image", self._transport.request_json("GET", f'/v3/images/{quote(image_id, safe="")}'))

    def delete_image(self, image_id: str) -> None:
        """Delete an image, its brackets and their files: `DELETE /v3/images/{image_id}`."""
        self._transport.request_json("DELETE", f'/v3/images/{quote(image_id, safe="")}')

    def process_image(self, image_id: str, body: ProcessImageBody | None = None) -> Image:
        """Enhance an image again; absent preferences keep their last values: `POST /v3/images/{image_id}/process`."""
        return cast("Image", self._transport.request_json("POST", f'/v3/images/{quote(image_id, safe="")}/process', None, body or {}))

    def report_image(self, image_id: str, body: ReportImageBody | None = None) -> ReportImageAnswer:
        """Report a problem with a result: `POST /v3/images/{image_id}/report`."""
        return cast("ReportImageAnswer", self._transport.request_json("POST", f'/v3/images/{quote(image_id, safe="")}/report', None, body or {}))

    def create_order(self, body: CreateOrderBody | None = None) -> Order:
        """Create an order, or read the account's order with the given order_id: `POST /v3/orders`."""
        return cast("Order", self._transport.request_json("POST", "/v3/orders", None, body or {}))

    def list_orders(self, query: ListOrdersQuery | None = None) -> ListOrdersAnswer:
        """List orders, the newest first: `GET /v3/orders`."""
        return cast("ListOrdersAnswer", self._transport.request_json("GET", "/v3/orders", query))

    def get_order(self, order_id: str) -> Order:
        """Read an order's status: `GET /v3/orders/{order_id}`."""
        return cast("Order", self._transport.request_json("GET", f'/v3/orders/{quote(order_id, safe="")}'))

    def update_order(self, order_id: str, body: UpdateOrderBody | None = None) -> Order:
        """Rename an order: `PATCH /v3/orders/{order_id}`."""
        return cast("Order", self._transport.request_json("PATCH", f'/v3/orders/{quote(order_id, safe="")}', None, body or {}))

    def delete_order(self, order_id: str) -> None:
        """Delete an order with its images, brackets and files: `DELETE /v3/orders/{order_id}`."""
        self._transport.request_json("DELETE", f'/v3/orders/{quote(order_id, safe="")}')

    def list_order_brackets(self, order_id: str) -> ListOrderBracketsAnswer:
        """List the brackets of an order: `GET /v3/orders/{order_id}/brackets`."""
        return cast("ListOrderBracketsAnswer", self._transport.request_json("GET", f'/v3/orders/{quote(order_id, safe="")}/brackets'))

    def process_order(self, order_id: str, body: ProcessOrderBody | None = None) -> Order:
        """Group the brackets of an order into images and enhance them: `POST /v3/orders/{order_id}/process`."""
        return cast("Order", self._transport.request_json("POST", f'/v3/orders/{quote(order_id, safe="")}/process', None, body or {}))

    def merge_order(self, order_id: str, body: MergeOrderBody | None = None) -> Order:
        """Group the brackets of an order into images and enhance them: `POST /v3/orders/{order_id}/merge`."""
        return cast("Order", self._transport.request_json("POST", f'/v3/orders/{quote(order_id, safe="")}/merge', None, body or {}))

    def create_bracket(self, body: CreateBracketBody) -> CreateBracketAnswer:
        """Register a bracket: `POST /v3/brackets`."""
        return cast("CreateBracketAnswer", self._transport.request_json("POST", "/v3/brackets", None, body))

    def get_bracket(self, bracket_id: str) -> Bracket:
        """Read a bracket: `GET /v3/brackets/{bracket_id}`."""
        return cast("Bracket", self._transport.request_json("GET", f'/v3/brackets/{quote(bracket_id, safe="")}'))

    def delete_bracket(self, bracket_id: str) -> None:
        """Delete a bracket and its file: `DELETE /v3/brackets/{bracket_id}`."""
        self._transport.request_json("DELETE", f'/v3/brackets/{quote(bracket_id, safe="")}')

    def get_image_enhanced(self, image_id: str, query: GetImageEnhancedQuery | None = None) -> bytes:
        """Download the enhanced picture: its bytes, or its description with response=json: `GET /v3/images/{image_id}/enhanced`."""
        return self._transport.request_bytes("GET", f'/v3/images/{quote(image_id, safe="")}/enhanced', query)

    def get_image_original(self, image_id: str, query: GetImageOriginalQuery | None = None) -> bytes:
        """Download the uploaded file, also in another format or size; of a merged image, its first bracket: `GET /v3/images/{image_id}/original`."""
        return self._transport.request_bytes("GET", f'/v3/images/{quote(image_id, safe="")}/original', query)
