import { clientSections } from "./client-rows.ts";
import { type Row, row } from "./row.ts";

/** What the specification, and the clients that exist, ask for beyond endpoints and fields. */
export const sections: Readonly<Record<string, readonly Row[]>> = {
  "States of images": [
    row(
      "registered → processing",
      "the bytes are uploaded",
      "limits.test.ts",
      "the limit is each account's own, and an enterprise account's is larger",
    ),
    row(
      "processing → processed",
      "enhanced is true",
      "enhancing.test.ts",
      "processing again keeps the preferences that are left out",
    ),
    row(
      "processing → error",
      "error is true, status_reason says why",
      "enhancing.test.ts",
      "a picture that cannot be read ends in the error state, with the reason",
    ),
    row(
      "registered → error",
      "over the daily limit; status_reason begins `rate limited`",
      "limits.test.ts",
      "over the daily limit a new image goes to error with the reason, and stays there when processed again",
    ),
    row(
      "error → processing",
      "processed again the next day, or with a higher limit",
      "limits.test.ts",
      "the next day, what the limit held back is processed when asked for again",
    ),
    row(
      "processed → processed",
      "processed again over the daily limit: nothing changes but status_reason",
      "limits.test.ts",
      "processing again over the daily limit leaves a finished picture finished, by the wishes it was made by",
    ),
    row(
      "processing, the service fails",
      "tried again; after eight tries status_reason begins `waiting for the operator`, and it is tried again each hour, or after `lightwell-service retry-parked`",
      "jobs/dead-jobs.test.ts",
      "%s ends no picture: its image waits for the operator, and is begun again at the next start",
    ),
    row(
      "a frame of a merged image",
      "stands as the image that parent_image_id names",
      "grouping.test.ts",
      "preferences and x-dev-mode of the merge reach images registered with hdr; each frame stands as the image it became",
    ),
  ],
  "States of orders": [
    row(
      "waiting",
      "nothing uploaded, or nothing grouped",
      "grouping.test.ts",
      "an order with nothing to group is done at once",
    ),
    row(
      "is_merging",
      "from the process request until every bracket has its image",
      "grouping.test.ts",
      "brackets are grouped by sight, merged and enhanced; the image takes its first bracket's name",
    ),
    row(
      "is_merging, asked twice",
      "until the last of its groupings is over",
      "jobs/group-order.test.ts",
      "an order that is asked twice to be grouped merges until both are over, and its events wait for no grouping without brackets",
    ),
    row(
      "one look",
      "rooms that are grouped are held against each other first; what cannot be read takes nothing from them",
      "one-house.test.ts",
      "the rooms of an order get one look, as those of a run; a file that cannot be read takes nothing from them",
    ),
    row(
      "images appear gradually",
      "one transaction an image",
      "jobs/group-order.test.ts",
      "while brackets are grouped their order is processing, and the event of its last image alone says that it is done",
    ),
    row(
      "grouping cannot be done",
      "by the files' fault, each bracket becomes an image; by the service's, the order waits for the operator",
      "jobs/dead-jobs.test.ts",
      "an order whose grouping crashes every time waits for the operator, and is grouped at the next start",
    ),
  ],
  Grouping: [
    row(
      "by sight",
      "the default: metadata and similarity",
      "grouping.test.ts",
      "brackets are grouped by sight, merged and enhanced; the image takes its first bracket's name",
    ),
    row(
      "fixed size",
      "number_of_brackets_per_image, by capture time",
      "grouping.test.ts",
      "brackets are grouped by a fixed size in the order of capture, however they came",
    ),
    row(
      "manual",
      "images: lists of bracket_ids",
      "grouping.test.ts",
      "brackets are grouped as listed; those not listed stay",
    ),
    row(
      "merge",
      "process with defaults and without a body; hdr: true holds images for it",
      "grouping.test.ts",
      "images registered with hdr wait for merge, and become one image with the first one's id",
    ),
  ],
  Events: [
    row(
      "webhook_updated",
      "the settings were saved",
      "webhooks/deliver-events.test.ts",
      "saved settings are told to the new address, and the queue delivers again after a failure",
    ),
    row(
      "image_registered",
      "event, image_id, order_id",
      "clients.test.ts",
      "is told of registration and of the end, in order, with the value as configured; the end says that the order is done",
    ),
    row(
      "image_processed",
      "also error and order_is_processing",
      "jobs/group-order.test.ts",
      "while brackets are grouped their order is processing, and the event of its last image alone says that it is done",
    ),
    row(
      "Authorization",
      "the configured value, verbatim, with the headers of Standard Webhooks",
      "webhooks/deliver-events.test.ts",
      "an event arrives with its payload, the authentication as configured and a signature that holds",
    ),
    row(
      "order",
      "the events of an order one after another",
      "webhooks/deliver-events.test.ts",
      "the events of an order arrive in their order, and no later one before a failed one",
    ),
    row(
      "attempts",
      "ten, further and further apart, then given up",
      "webhooks/deliver-events.test.ts",
      "after ten attempts an event is given up and the next has its turn",
    ),
    row(
      "addresses",
      "no private ones, no redirects",
      "webhooks/deliver-events.test.ts",
      "nothing is sent to %s unless private addresses are allowed",
    ),
  ],
  Errors: [
    row("401", "no key, or one that is none", "requests.test.ts", "errors"),
    row("403", "the upload's Content-Type is not the registered one", "uploads.test.ts", "must be the upload's"),
    row(
      "404",
      "not there, deleted, or another account's",
      "accounts.test.ts",
      "every endpoint that names a thing answers 404 to a stranger, and nothing changes",
    ),
    row(
      "409",
      "not uploaded or not processed yet",
      "enhancing.test.ts",
      "what is not processed yet cannot be downloaded or processed again: 409",
    ),
    row(
      "409",
      "other bytes to a used address",
      "uploads.test.ts",
      "may be repeated with the same bytes; other bytes are refused with 409",
    ),
    row(
      "413, 415, 400",
      "an upload too large, no picture, or empty",
      "uploads.test.ts",
      "of %s is refused, and leaves the address usable",
    ),
    row("416", "a range outside the file", "enhancing.test.ts", "ranges are served as asked"),
    row("304", "`If-None-Match` names the picture as it is", "enhancing.test.ts", "ranges are served as asked"),
    row(
      "503 for a picture",
      "what makes it ended or took too long; the same may be asked again",
      "http/downloads/download-enhanced.test.ts",
      "%s costs the request no more than another try",
    ),
    row("422", "`{message, detail: {json: {field: [messages]}}}`", "requests.test.ts", "errors"),
    row(
      "422",
      "a format of pictures that there is not",
      "flows.test.ts",
      "for format=jxl, which cannot be written, the answer is a JPEG that says so; other formats are refused with 422",
    ),
    row(
      "never 500",
      "whatever is sent",
      "malformed-requests.test.ts",
      "a malformed request is refused, or done, but is never the service's own failure: at every endpoint",
    ),
  ],
  Limits: [
    row(
      "300 requests a second",
      "of one address: 429 with Retry-After and RateLimit headers",
      "limits.test.ts",
      "is refused with 429 over all endpoints, with the headers that tell when to come back",
    ),
    row(
      "30 registrations an hour",
      "of one file name, image or bracket: 429 with Retry-After",
      "limits.test.ts",
      "the same name, as image or bracket, is refused with 429 and told when it may come again",
    ),
    row(
      "500 enhancements a day",
      "of one account; then images go to error",
      "limits.test.ts",
      "over the daily limit a new image goes to error with the reason, and stays there when processed again",
    ),
    row(
      "16,384 characters of JSON",
      "in metadata, restage and finetune_settings, each: 422",
      "requests.test.ts",
      "errors",
    ),
    row(
      "tiers and accounts",
      "limits of their own, from the limits file or the table",
      "domain/limits.test.ts",
      "are %s",
    ),
    row(
      "5,000 images, 5,000 brackets",
      "in one order (`--order-images`): 422; a page of orders has no more images, and fewer orders in their place",
      "limits.test.ts",
      "an order takes so many images and brackets, and a page of orders has no more images",
    ),
    row("500 brackets", "grouped by hand", "grouping.test.ts", "more than 500 brackets cannot be grouped by hand"),
  ],
  "Addresses that expire": [
    row(
      "uploads",
      "403 after `--upload-minutes`",
      "flows.test.ts",
      "an upload address holds for its time and is refused with 403 afterwards, whatever its type",
    ),
    row(
      "downloads",
      "401 after `--download-minutes`",
      "flows.test.ts",
      "a signed download address holds for its time and is refused with 401 afterwards; the key still reads",
    ),
  ],
  ...clientSections,
};
