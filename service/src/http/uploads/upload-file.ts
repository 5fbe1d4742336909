import type { Readable } from "node:stream";
import { Type } from "@sinclair/typebox";
import { HttpError, notFound } from "../../errors/http-error.ts";
import { keepUpload } from "../../jobs/keep-upload.ts";
import type { Parts } from "../../parts.ts";
import { isActive } from "../../store/account-store.ts";
import { findBracket } from "../../store/bracket-store.ts";
import { readUploadAddress } from "../addresses/upload-address.ts";
import { UploadSlots } from "../connections.ts";
import { requireQuota, requireSpace } from "../free-space.ts";
import type { App } from "../route.ts";
import { errorAnswers, idParams } from "../schemas.ts";
import { maxBytesOf, receive, tooLarge } from "./receive-upload.ts";

const received = Type.Object(
  { bracket_id: Type.String(), size_bytes: Type.Integer(), sha256: Type.String() },
  { description: "The bytes are stored" },
);

const addressQuery = Type.Object({
  expires: Type.Optional(Type.String({ description: "Seconds since 1970" })),
  "content-type": Type.Optional(Type.String({ description: "The Content-Type to send" })),
  bound: Type.Optional(Type.String({ description: "1: the Content-Type must be this one" })),
  signature: Type.Optional(Type.String()),
});

/** PUT /uploads/:bracket_id: a file's bytes, to the address that the registration returned. */
export function uploadFile(app: App, parts: Parts): void {
  const { database, config } = parts;
  const slots = new UploadSlots(config.uploadsPerAddress);
  app.route({
    method: "PUT",
    url: "/uploads/:bracket_id",
    bodyLimit: Number.MAX_SAFE_INTEGER,
    schema: {
      summary: "Upload the bytes of an image or bracket",
      tags: ["uploads"],
      params: idParams("bracket_id"),
      querystring: addressQuery,
      response: { 200: received, ...errorAnswers(403, 404, 409, 413, 414, 415, 507) },
    },
    async handler(request) {
      const { bracket_id: bracketId } = request.params;
      const grant = readUploadAddress(parts, bracketId, request.query);
      if (!grant)
        throw new HttpError(403, "This upload address is not valid; use the upload_url of the registration unchanged.");
      if (grant.expires * 1000 < Date.now())
        throw new HttpError(403, "This upload address has expired; register again.");
      const contentType = request.headers["content-type"] ?? "";
      if (grant.contentType !== null && !isSameType(contentType, grant.contentType)) {
        throw new HttpError(403, `The Content-Type must be ${grant.contentType}, as it was registered.`);
      }
      const bracket = await findBracket(database.queries, bracketId);
      if (!bracket || !(await isActive(database.queries, bracket.account_id))) throw notFound("upload");
      if (Number(request.headers["content-length"] ?? 0) > maxBytesOf(config)) throw tooLarge(config.maxUploadMb);
      await requireSpace(parts, Number(request.headers["content-length"] ?? 0));
      await requireQuota(parts, bracket.account_id, Number(request.headers["content-length"] ?? 0));
      return slots.use(request, async () => {
        const source = await receive(parts, request.body as Readable | undefined, request.raw);
        await keepUpload(parts, bracket, source);
        return { bracket_id: bracketId, size_bytes: source.sizeBytes, sha256: source.sha256 };
      });
    },
  });
}

/** Media types compare without case and without space around their parameters (RFC 9110, section 8.3.1). */
function isSameType(one: string, other: string): boolean {
  const [first, second] = [one, other].map((type) => type.toLowerCase().replace(/\s+|;\s*$/g, ""));
  return first === second;
}
