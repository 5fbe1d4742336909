import { type Row, row } from "./row.ts";

/** How clients ask, and what they bring and get. */
export const clientSections: Readonly<Record<string, readonly Row[]>> = {
  "Versions and manners of clients": [
    row(
      "x-api-version",
      "before 2025-05-05 s3PutObjectUrl, from then on upload_url",
      "requests.test.ts",
      "the name of the upload address",
    ),
    row("trailing slashes", "both ways, no redirect", "requests.test.ts", "%s %s answers 200 and redirects nowhere"),
    row(
      "JSON by any name",
      "no Content-Type, text/plain, …",
      "requests.test.ts",
      "JSON is read where its Content-Type is %s",
    ),
    row(
      "no body",
      "on process and merge",
      "requests.test.ts",
      "an empty body is legal where every field may be left out",
    ),
    row(
      "unknown fields",
      "ignored; contentType binds nothing",
      "uploads.test.ts",
      "binds nothing where it is written contentType",
    ),
    row(
      "reads without a key",
      "of image, order and brackets, by an id that nobody can guess",
      "requests.test.ts",
      "an id that could be guessed is not read without the key",
    ),
    row(
      "bytes or JSON",
      "JSON for Accept: application/json alone without a version",
      "enhancing.test.ts",
      "Accept: application/json describes the picture too, but not to those who name a version",
    ),
    row(
      "x-dev-mode",
      "a watermark, and nothing bought",
      "flows.test.ts",
      "an image in development stays free: its full size carries a watermark and is not counted as bought",
    ),
    row(
      "x-dev-mode with response=json",
      "the signed address carries the mode: the same bytes, with their watermark, and nothing bought",
      "enhancing.test.ts",
      "the address that response=json answers in development mode gives the same bytes with their watermark, and buys nothing",
    ),
    row(
      "values",
      'True, False, 0 and 1 as flags; "3" as a number; null and empty parameters as left out',
      "clients.test.ts",
      "values as Python and forms write them: True, False, 0, 1, null, an empty parameter",
    ),
    row(
      "browsers",
      "any origin, by CORS, with preflights; not the settings pages",
      "clients.test.ts",
      "a browser: the preflight of another origin is answered, and so is what follows",
    ),
    row(
      "the JavaScript kit",
      "its requests, literally",
      "clients.test.ts",
      "the JavaScript kit: a version of 2025-01-01, Accept of JSON, JSON as text/plain, no key on reads, bytes of pictures",
    ),
    row(
      "the Python kit",
      "its requests, literally",
      "clients.test.ts",
      "the Python kit: a version of 2025-05-08, trailing slashes, brackets of an order without a key, merge without a body",
    ),
    row(
      "the Go client",
      "its requests, literally",
      "clients.test.ts",
      "the Go client of an old account: no version, the key on everything, the legacy content_type, bytes without a redirect",
    ),
    row(
      "the documentation's examples",
      "in JavaScript on an account of before 2025-05-05, the others on one of today; `GET /orders/…` without /v3 too",
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
      "with what curl, S3 kits and browsers send beside the bytes, of unknown length too",
      "clients/wire.ts",
      "%s is taken",
    ),
    row(
      "shapes",
      "every field with its type, as parsers read them",
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
  "Files and metadata": [
    row(
      "formats",
      "known by their first bytes, whatever the name says",
      "storage/image-format.test.ts",
      "the format of an upload, by its first bytes",
    ),
    row(
      "enhanced files",
      "keep caption, author and copyright; have no place",
      "enhancing.test.ts",
      "the full size is the same bytes each time, without the place and with the caption, and counts as downloaded",
    ),
    row(
      "PNG",
      "through the API only; the account page says so",
      "http/settings/pages.test.ts",
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
      "made again where they had more",
      "http/downloads/download-enhanced.test.ts",
      "a preview that was kept at more than half of the full size's pixels is made again, smaller",
    ),
    row(
      "360° pictures",
      "threesixty: true, or detected",
      "domain/recipe.test.ts",
      "of %j turns into options of the engine",
    ),
  ],
};
