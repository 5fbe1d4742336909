/**
 * Where a row is proved: a file of service/test, and the title of a test (or of the group of a table's tests) in it.
 */
export type Proof = readonly [file: string, title: string];

const registered: Proof = ["requests.test.ts", "returns the whole registered image, with new ids"];
const chosenIds: Proof = [
  "requests.test.ts",
  "keeps the ids that the client chose, and puts images of one order_id into one order",
];
const addressName: Proof = ["requests.test.ts", "the name of the upload address"];
const openReads: Proof = ["requests.test.ts", "reading an image, an order and its brackets needs no key"];
const created: Proof = ["requests.test.ts", "are created waiting, with all fields, under the requested id"];
const renamed: Proof = ["requests.test.ts", "are renamed, and deleted with their images"];
const listed: Proof = ["requests.test.ts", "are listed page by page, each once, newest first"];
const unsupported: Proof = ["requests.test.ts", "lists requested preferences that are not applied"];
const bySight: Proof = [
  "grouping.test.ts",
  "brackets are grouped by content, merged and enhanced; the image gets its first bracket's name",
];
const bySize: Proof = [
  "grouping.test.ts",
  "brackets are grouped by a fixed size in order of capture, whatever their order of upload",
];
const byHand: Proof = ["grouping.test.ts", "brackets are grouped as listed; those not listed stay"];
const held: Proof = [
  "grouping.test.ts",
  "images registered with hdr wait for merge, and become one image with the first one's id",
];
const taken: Proof = [
  "grouping.test.ts",
  "brackets and their images show when and how they were taken and with which camera, never where",
];
const uploaded: Proof = [
  "uploads.test.ts",
  "is accepted with any Content-Type, and answered with the hash of its bytes",
];
const shown: Proof = ["uploads.test.ts", "appears on its bracket"];
const lateBrackets: Proof = [
  "flows.test.ts",
  "an order shows brackets that arrived after process, until it is processed again",
];
const keptType: Proof = ["uploads.test.ts", "is part of the image and its bracket"];
const boundType: Proof = ["uploads.test.ts", "must be the upload's"];
const preview: Proof = ["enhancing.test.ts", "the preview comes as bytes, with their type, size and a file name"];
const fullSize: Proof = [
  "enhancing.test.ts",
  "the full size has the same bytes each time, with the caption and without the location, and counts as downloaded",
];
const findings: Proof = [
  "enhancing.test.ts",
  "the engine's warnings and the findings of its check are part of the image",
];
const again: Proof = ["enhancing.test.ts", "processing again keeps absent preferences"];
const broken: Proof = ["enhancing.test.ts", "a picture that cannot be read ends in the error state, with the reason"];
const described: Proof = [
  "enhancing.test.ts",
  "response=json describes the picture, and its signed address returns the same bytes without a key",
];
const renditions: Proof = ["enhancing.test.ts", "the rendition %s is made"];
const watermark: Proof = ["enhancing.test.ts", "a watermark changes the picture; x-dev-mode brings one"];
const developmentAddress: Proof = [
  "enhancing.test.ts",
  "the address that response=json returns in development mode gives the same bytes with a watermark, and buys nothing",
];
const gone: Proof = ["enhancing.test.ts", "a deleted image is gone, with its pictures"];
const sizes: Proof = [
  "flows.test.ts",
  "size=small is the preview, large and big are the full size, and preview overrides size",
];
const scaled: Proof = ["flows.test.ts", "scale multiplies both edges, dpi is written, and finetune changes nothing"];
const legacy: Proof = [
  "flows.test.ts",
  "the addresses of the preview and of the watermark lead to the enhanced picture",
];
const original: Proof = ["flows.test.ts", "the original accepts them all, and is the uploaded file, whole or in parts"];
const recipes: Proof = ["domain/recipe.test.ts", "the recipe of an image"];
const goClient: Proof = [
  "clients.test.ts",
  "the Go client of an old account: no version, the key on everything, the legacy content_type, bytes without a redirect",
];
const allowed: Proof = [
  "malformed-requests.test.ts",
  "a request that the document allows is never called malformed: at every endpoint with a body",
];
const documented: Proof = ["docs/api-page.test.ts", "the served document is OpenAPI 3.1 and states the required keys"];

/** Of endpoints, as the document names them. */
export const endpointProofs: Readonly<Record<string, Proof>> = {
  "POST /v3/images": registered,
  "GET /v3/images/{image_id}": openReads,
  "DELETE /v3/images/{image_id}": gone,
  "POST /v3/images/{image_id}/process": again,
  "POST /v3/images/{image_id}/report": ["enhancing.test.ts", "reports are accepted, within their limits"],
  "GET /v3/images/{image_id}/enhanced": preview,
  "GET /v3/images/{image_id}/original": original,
  "GET /v3/images/{image_id}/preview": legacy,
  "GET /v3/images/{image_id}/watermark": legacy,
  "POST /v3/orders": created,
  "GET /v3/orders": listed,
  "GET /v3/orders/{order_id}": openReads,
  "PATCH /v3/orders/{order_id}": renamed,
  "DELETE /v3/orders/{order_id}": renamed,
  "GET /v3/orders/{order_id}/brackets": openReads,
  "POST /v3/orders/{order_id}/process": bySight,
  "POST /v3/orders/{order_id}/merge": held,
  "POST /v3/brackets": shown,
  "GET /v3/brackets/{bracket_id}": taken,
  "DELETE /v3/brackets/{bracket_id}": ["flows.test.ts", "a deleted bracket is gone and is not grouped"],
  "PUT /uploads/{bracket_id}": uploaded,
  "GET /lenses": [
    "http/lenses/list-lenses.test.ts",
    "the lens coverage is served as JSON and as a page, lenses and cameras, without a key",
  ],
  "GET /healthz": [
    "http/operations/operation-routes.test.ts",
    "health is answered regardless of the number of requests from the same address",
  ],
  "GET /readyz": [
    "http/operations/operation-routes.test.ts",
    "the service is not ready without its storage, and says so",
  ],
  "GET /metrics": [
    "http/operations/operation-routes.test.ts",
    "the metrics count requests by route, never by path, and waiting jobs",
  ],
  "GET /openapi.json": documented,
};

/** Of fields in answers, by schema. */
export const fieldProofs: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  Image: {
    image_id: chosenIds,
    image_name: registered,
    order_id: chosenIds,
    status: bySight,
    status_reason: broken,
    content_type: keptType,
    user_id: registered,
    date_added: goClient,
    downloaded: fullSize,
    enhanced: bySight,
    error: broken,
    scene: taken,
    parent_image_id: held,
    is_threesixty: registered,
    unsupported_preferences: unsupported,
    warnings: findings,
    check: findings,
    metadata: taken,
    upload_url: addressName,
    s3PutObjectUrl: addressName,
  },
  Order: {
    order_id: created,
    name: renamed,
    created_at: created,
    last_updated_at: created,
    is_deleted: created,
    is_merging: bySight,
    is_processing: [
      "flows.test.ts",
      "single and held images of one order: merge uses only the held ones, and a second merge finds nothing",
    ],
    status: bySight,
    total_images: bySight,
    waiting_brackets: lateBrackets,
    images: bySight,
  },
  Bracket: {
    bracket_id: shown,
    image_id: bySize,
    name: bySize,
    order_id: shown,
    is_uploaded: shown,
    content_type: keptType,
    metadata: taken,
    upload_url: addressName,
    s3PutObjectUrl: addressName,
  },
  Error: { message: ["requests.test.ts", "errors"], detail: ["requests.test.ts", "errors"] },
};

/** Of fields in requests: preferences, registration, processing, reports. */
export const requestProofs: Readonly<Record<string, Proof>> = {
  image_name: registered,
  image_id: chosenIds,
  order_id: chosenIds,
  name: renamed,
  content_type: boundType,
  number_of_brackets_per_image: bySize,
  images: byHand,
  categories: ["enhancing.test.ts", "reports are accepted, within their limits"],
  comment: ["enhancing.test.ts", "reports are accepted, within their limits"],
  score: ["enhancing.test.ts", "reports are accepted, within their limits"],
  source: ["enhancing.test.ts", "reports are accepted, within their limits"],
  enhance: again,
  enhance_type: recipes,
  lens_correction: recipes,
  vertical_correction: recipes,
  perspective_correction: recipes,
  perspective_correction_mode: recipes,
  window_pull: recipes,
  window_pull_type: recipes,
  sky_replacement: unsupported,
  cloud_type: allowed,
  restage: unsupported,
  privacy: unsupported,
  upscale: recipes,
  threesixty: recipes,
  hdr: held,
  rating: again,
  preset_id: allowed,
  metadata: registered,
  finetune_settings: recipes,
  ai_version: recipes,
  brightness_boost: recipes,
  brightness_boost_external: allowed,
  brightness_boost_internal: allowed,
  contrast_boost: recipes,
  contrast_boost_external: allowed,
  contrast_boost_internal: allowed,
  clarity_level: recipes,
  saturation_level: recipes,
  denoise_level: recipes,
};

/** Of parameters in queries and headers. */
export const parameterProofs: Readonly<Record<string, Proof>> = {
  ai_version: [
    "http/lenses/list-lenses.test.ts",
    "versions below 5 cover only lenses with complete measurements, as the engine corrects them",
  ],
  preview: sizes,
  size: sizes,
  quality: ["flows.test.ts", "quality from 1 to 90 makes the file larger"],
  format: renditions,
  watermark,
  finetune: scaled,
  max_width: renditions,
  scale: scaled,
  dpi: scaled,
  response: described,
  offset: listed,
  per_page: listed,
  expires: [
    "flows.test.ts",
    "an upload address is valid for its time and is refused with 403 afterwards, whatever its type",
  ],
  signature: described,
  "content-type": boundType,
  bound: ["uploads.test.ts", "%s is refused with 403 or 422"],
  "x-api-version": addressName,
  "x-dev-mode": watermark,
  dev_mode: developmentAddress,
  range: ["enhancing.test.ts", "ranges are served as requested"],
};
