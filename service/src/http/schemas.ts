import { type TRef, type TSchema, Type } from "@sinclair/typebox";

/** Ids that clients choose: letters, digits and `._-`, so that they are safe in paths, headers and logs. */
export const clientId = (description: string) =>
  Type.String({
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$",
    description,
    "x-rule": "Must be 1 to 128 letters, digits, dots, hyphens or underscores, and begin with a letter or a digit.",
  });

/** A file name as the client sends it; it never becomes a path. */
export const fileName = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const errorSchema = Type.Object(
  { message: Type.String(), detail: Type.Record(Type.String(), Type.Unknown()) },
  { $id: "Error", title: "Error" },
);

const errorMeanings = {
  400: "The request cannot be read: the body is not JSON, or the path is malformed",
  401: "The API key is missing or not valid",
  403: "The upload address is not valid or has expired, or the Content-Type is not the registered one",
  404: "It does not exist, or belongs to another account",
  409: "Not possible in the current state",
  413: "The body is larger than allowed",
  414: "A segment of the path is longer than any id",
  415: "The bytes are not a picture in an accepted format",
  416: "The range lies outside the file",
  422: "The request is not valid; detail.json (or query, path) names the fields",
  429: "Too many requests from this address, or registrations of this file name; Retry-After says when to try again",
  507: "The service's disk is full (send the request again later), or the account's storage is used up",
  503: "The service is short of memory, or its database or disk is unavailable for a moment; Retry-After says when to try again",
  500: "The service failed; detail.id identifies the request in its log",
} as const;

type ErrorStatus = keyof typeof errorMeanings;

type ErrorAnswers<Status extends ErrorStatus> = Record<Status, TRef<"Error">>;

/** The error answers of an endpoint: those that all endpoints share, and its own. */
export function errorAnswers<Status extends ErrorStatus = never>(...own: Status[]) {
  return onlyErrors<400 | 401 | 422 | 429 | 500 | 503 | Status>(400, 401, 422, 429, 500, 503, ...own);
}

export function onlyErrors<Status extends ErrorStatus>(...statuses: Status[]): ErrorAnswers<Status> {
  const entries = statuses.map((status) => [status, Type.Ref("Error", { description: errorMeanings[status] })]);
  return Object.fromEntries(entries) as ErrorAnswers<Status>;
}

/** The upload's address, in the field that the client's version uses. */
export const uploadAddressFields = {
  upload_url: Type.Optional(
    Type.String({ description: "From version 2025-05-05 on: the address for the PUT of the bytes" }),
  ),
  s3PutObjectUrl: Type.Optional(Type.String({ description: "Before version 2025-05-05: the same address" })),
};

export const deleted = Type.Null({ description: "It is deleted" });

export const idParams = <Name extends string>(name: Name) =>
  Type.Object({ [name]: Type.String({ minLength: 1, maxLength: 128 }) } as Record<
    Name,
    ReturnType<typeof Type.String>
  >);

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether the id is unguessable, so that knowing it is enough to read its object. */
export function isUnguessable(id: string): boolean {
  return uuidV4.test(id);
}
