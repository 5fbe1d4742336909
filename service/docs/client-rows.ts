import { type Row, row } from "./row.ts";

/** Conventions of clients, and the files that they send and get. */
export const clientSections: Readonly<Record<string, readonly Row[]>> = {
  "Versions and conventions of clients": [
    row(
      "x-api-version",
      "before 2025-05-05 s3PutObjectUrl, from then on upload_url",
      "requests.test.ts",
      "the name of the upload address",
    ),
    row("trailing slashes", "both ways, no redirect", "requests.test.ts", "%s %s answers 200 and redirects nowhere"),
    row(
      "JSON under any Content-Type",
      "no Content-Type, text/plain, …",
      "requests.test.ts",
      "JSON is read with the Content-Type %s",
    ),
    row("no body", "on process and merge", "requests.test.ts", "an empty body is legal if every field is optional"),
    row(
      "unknown fields",
      "ignored; contentType binds nothing",
      "uploads.test.ts",
      "has no effect if it is written contentType",
    ),
    row(
      "reads without a key",
      "of image, order and brackets, by an unguessable id",
      "requests.test.ts",
      "a guessable id is not read without the key",
    ),
    row(
      "bytes or JSON",
      "JSON for Accept: application/json alone without a version",
      "enhancing.test.ts",
      "Accept: application/json describes the picture too, but not for clients that send a version",
    ),
    row(
      "x-dev-mode",
      "a watermark, and no purchase",
      "flows.test.ts",
      "an image in development stays free: its full size has a watermark and does not count as bought",
    ),
    row(
      "x-dev-mode with response=json",
      "the signed address keeps the mode: the same bytes with a watermark, and no purchase",
      "enhancing.test.ts",
      "the address that response=json returns in development mode gives the same bytes with a watermark, and buys nothing",
    ),
    row(
      "values",
      'True, False, 0 and 1 as flags; "3" as a number; null and empty parameters as absent',
      "clients.test.ts",
      "values as Python and forms write them: True, False, 0, 1, null, an empty parameter",
    ),
    row(
      "browsers",
      "any origin, by CORS with preflights; not the settings pages",
      "clients.test.ts",
      "a browser: the preflight of another origin is answered, and so is what follows",
    ),
    row(
      "the JavaScript kit",
      "its literal requests",
      "clients.test.ts",
      "the JavaScript kit: a version of 2025-01-01, Accept of JSON, JSON as text/plain, no key on reads, bytes of pictures",
    ),
    row(
      "the Python kit",
      "its literal requests",
      "clients.test.ts",
      "the Python kit: a version of 2025-05-08, trailing slashes, brackets of an order without a key, merge without a body",
    ),
    row(
      "the Go client",
      "its literal requests",
      "clients.test.ts",
      "the Go client of an old account: no version, the key on everything, the legacy content_type, bytes without a redirect",
    ),
    row(
      "the documentation's examples",
      "in JavaScript on an account from before 2025-05-05, the others on a new one; also `GET /orders/…` without /v3",
      "clients/vendor-examples.ts",
      "brackets grouped %s: an order without a body, its brackets, process, both flags false",
    ),
    row(
      "headers and bodies",
      "names and types in any case, an empty body, null, a byte order mark",
      "clients/wire.ts",
      "%s is a body for an order, its process and its merge",
    ),
    row(
      "uploads",
      "with the extra headers of curl, S3 kits and browsers, also of unknown length",
      "clients/wire.ts",
      "%s is taken",
    ),
    row(
      "shapes",
      "every field with its type, as parsers expect them",
      "clients/shapes.ts",
      "an image has every field, and each preference as it was sent, from registration to the report",
    ),
    row(
      "shell scripts",
      "no Content-Type, JSON for the picture",
      "clients.test.ts",
      "a shell script without a version: no Content-Type, JSON that describes the picture, its address without the key",
    ),
  ],
  "Pages for people": [
    row(
      "sign-in",
      "by password, or by a link from an e-mail that works once within 15 minutes",
      "web/sign-in-links.test.ts",
      "a link from an e-mail signs in once, by its button alone",
    ),
    row(
      "roles",
      "viewer, editor, owner; each page states the lowest that it needs",
      "web/access.test.ts",
      "every page refuses the roles that it does not allow, and no other",
    ),
    row(
      "members",
      "invited by owners; the last owner stays",
      "web/team.test.ts",
      "an invited person joins once, with an own password and role",
    ),
    row(
      "webhook URL and authentication value",
      "on the page API, button Update settings",
      "web/account-in-chromium.test.ts",
      "sets the webhook, and its receiver gets an event",
    ),
    row(
      "limits of an account",
      "set by an operator; they apply at once in every process",
      "web/admin.test.ts",
      "every change of an account works through another process at once, and is on record",
    ),
  ],
  "Files and metadata": [
    row(
      "formats",
      "detected by their first bytes, regardless of the name",
      "storage/image-format.test.ts",
      "the format of an upload, by its first bytes",
    ),
    row(
      "enhanced files",
      "keep caption, author and copyright; have no location",
      "enhancing.test.ts",
      "the full size has the same bytes each time, with the caption and without the location, and counts as downloaded",
    ),
    row(
      "PNG",
      "through the API only; the account page says so",
      "web/pages.test.ts",
      "the account page says that PNG files are accepted through the API only",
    ),
    row(
      "previews",
      "at most 1,600 px on the longer edge, and at most half of the full size's pixels",
      "engine/rendition.test.ts",
      "the preview of %s has at most half of its pixels, and 1600 px on the longer edge",
    ),
    row(
      "previews of earlier versions",
      "made again if they had more",
      "http/downloads/download-enhanced.test.ts",
      "a stored preview with more than half of the full size's pixels is made again, smaller",
    ),
    row(
      "360° pictures",
      "threesixty: true, or detected",
      "domain/recipe.test.ts",
      "of %j becomes options of the engine",
    ),
  ],
};
