/** A request that is wrong or not allowed; answered as {message, detail} with its status. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly statusCode: number;
  readonly detail: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, message: string, detail: Record<string, unknown> = {}, headers = {}) {
    super(message);
    this.statusCode = statusCode;
    this.detail = detail;
    this.headers = headers;
  }
}

export const unauthorized = () =>
  new HttpError(401, "The header x-api-key must hold a valid key; the settings page shows it.");

export const notFound = (what: string) =>
  new HttpError(404, `This ${what} does not exist, or belongs to another account.`);

export const notUploaded = () =>
  new HttpError(409, "The image's file has not been uploaded yet; PUT it to the upload_url first.");

export const diskFull = () =>
  new HttpError(
    507,
    "The service's disk is full; nothing was stored. Send the same request again later.",
    {},
    { "retry-after": "60" },
  );

export const storageAway = () =>
  new HttpError(
    503,
    "The service's disk does not work at the moment. Send the same request again.",
    {},
    { "retry-after": "10" },
  );

export const storeAway = () =>
  new HttpError(
    503,
    "The service's storage does not answer at the moment. Send the same request again.",
    {},
    { "retry-after": "5" },
  );

export const databaseAway = () =>
  new HttpError(
    503,
    "The service's database is unavailable at the moment. Send the same request again.",
    {},
    { "retry-after": "1" },
  );

export const engineAway = () =>
  new HttpError(
    503,
    "The service could not make the picture at the moment. Send the same request again.",
    {},
    { "retry-after": "1" },
  );

export const mergedInto = (imageId: string) =>
  new HttpError(409, `This image is a frame of the image ${imageId}; process that one.`, { parent_image_id: imageId });

export const takenOrder = () =>
  new HttpError(409, "This order_id is another account's, or was deleted; choose another.", {
    json: { order_id: ["This order_id cannot be used; choose another."] },
  });

/** `{json: {field: [messages]}}`, the shape that clients parse. */
export function invalid(messages: Readonly<Record<string, readonly string[]>>): HttpError {
  return new HttpError(422, "The request is not valid; detail names the fields.", { json: messages });
}
