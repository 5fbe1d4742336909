import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import type { Config } from "../../config/config.ts";
import type { StoredSource } from "../../database/tables.ts";
import { HttpError, notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { TooLarge } from "../../storage/storage.ts";
import { storageKey } from "../../storage/storage-key.ts";
import { findAccount } from "../../store/account-store.ts";
import { type BracketRow, findBracket, isSourceOf, keepSource } from "../../store/bracket-store.ts";
import { beginEnhancement } from "../../store/image-store.ts";
import { lockOrder } from "../../store/order-store.ts";
import { readUploadAddress } from "../addresses/upload-address.ts";
import { requireSpace } from "../free-space.ts";
import { errorAnswers, idParams } from "../schemas.ts";
import { sniffImageFormat } from "./image-format.ts";

const received = Type.Object(
  { bracket_id: Type.String(), size_bytes: Type.Integer(), sha256: Type.String() },
  { description: "The bytes are kept" },
);

const addressQuery = Type.Object({
  expires: Type.Optional(Type.String({ description: "Seconds since 1970" })),
  "content-type": Type.Optional(Type.String({ description: "What to send as Content-Type" })),
  bound: Type.Optional(Type.String({ description: "1: the Content-Type must be this one" })),
  signature: Type.Optional(Type.String()),
});

/**
 * PUT of a file's bytes to the address that registration answered. The body is taken as it comes, whatever it says it
 * is.
 */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  const { database, storage, config } = parts;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));

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
      if (!bracket) throw notFound("upload");
      if (Number(request.headers["content-length"] ?? 0) > maxBytesOf(config)) throw tooLarge(config.maxUploadMb);
      await requireSpace(parts, Number(request.headers["content-length"] ?? 0));
      const source = await receive(parts, request.body as Readable | undefined);
      try {
        const kept = await keep(parts, bracket, source);
        if (!kept) await storage.remove(source.key);
      } catch (error) {
        if (!(await removeUnnamed(parts, bracketId, source))) void removeLater(parts, bracketId, source);
        throw error;
      }
      return { bracket_id: bracketId, size_bytes: source.sizeBytes, sha256: source.sha256 };
    },
  });
};

async function receive({ storage, config }: Parts, body: Readable | undefined): Promise<StoredSource> {
  if (!body) throw empty();
  const key = storageKey("source");
  let written: Awaited<ReturnType<typeof storage.write>>;
  try {
    written = await storage.write(key, Readable.from(chunksOf(body)), maxBytesOf(config));
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge(config.maxUploadMb);
    if (body.readableAborted || body.errored) throw new HttpError(400, "The upload ended too early; send it again.");
    throw error;
  }
  const format = sniffImageFormat(written.head);
  if (format !== undefined) return { key, sizeBytes: written.sizeBytes, sha256: written.sha256, format };
  await storage.remove(key);
  if (written.sizeBytes === 0) throw empty();
  throw new HttpError(415, "The bytes must be a picture: JPEG, PNG, WebP, TIFF, AVIF, HEIC, JPEG XL or camera RAW.");
}

/**
 * Whether the bytes became the bracket's. The same bytes again, after an answer that was lost, are fine; others are
 * refused.
 */
async function keep(parts: Parts, bracket: BracketRow, source: StoredSource): Promise<boolean> {
  const { database, queue } = parts;
  const kept = await database.transact(async (transaction) => {
    if (bracket.image_id !== null) await lockOrder(transaction, bracket.order_id);
    if (!(await keepSource(transaction, bracket.bracket_id, source))) return false;
    await queue.send("inspect-upload", { bracketId: bracket.bracket_id }, transaction);
    if (bracket.image_id !== null) {
      const account = await findAccount(transaction, bracket.account_id);
      if (!account) throw notFound("upload");
      await beginEnhancement(transaction, parts, bracket.image_id, account);
    }
    return true;
  });
  if (kept) {
    queue.wake("enhance-image");
    queue.wake("inspect-upload");
    return true;
  }
  const existing = await findBracket(database.queries, bracket.bracket_id);
  if (existing?.source?.sha256 === source.sha256) return false;
  throw existing
    ? new HttpError(409, "This address works once and was used for other bytes; register again to upload these.")
    : notFound("upload");
}

/**
 * Removes the bytes of an upload that failed, unless its commit was done and only the answer was lost. False: the
 * database could not say.
 */
async function removeUnnamed({ database, storage }: Parts, bracketId: string, source: StoredSource): Promise<boolean> {
  let isNamed: boolean;
  try {
    isNamed = await isSourceOf(database.queries, bracketId, source);
  } catch {
    return false;
  }
  if (!isNamed) await storage.remove(source.key);
  return true;
}

/** Waits before the database is asked again, in milliseconds: most are back within seconds. */
const askAgainMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Asks until the database is back; what is left after that goes with the first start after a run that was cut off. */
async function removeLater(parts: Parts, bracketId: string, source: StoredSource): Promise<void> {
  for (const waitMs of askAgainMs) {
    await sleep(waitMs, undefined, { ref: false });
    const isDone = await removeUnnamed(parts, bracketId, source).catch(() => false);
    if (isDone) return;
  }
  parts.log.warn(
    { bracketId, key: source.key },
    "an upload that failed stays on the disk: the database does not answer",
  );
}

/** Media types compare without case and without space around their parameters (RFC 9110, section 8.3.1). */
function isSameType(one: string, other: string): boolean {
  const [first, second] = [one, other].map((type) => type.toLowerCase().replace(/\s+|;\s*$/g, ""));
  return first === second;
}

/** Who stops reading ends this, not the request, whose connection must still carry the answer. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk;
}

function tooLarge(maxMb: number): HttpError {
  return new HttpError(413, `An upload may have ${maxMb} MB at most.`);
}

function empty(): HttpError {
  return new HttpError(400, "The upload is empty; send the file's bytes as the body.");
}

function maxBytesOf({ maxUploadMb }: Config): number {
  return maxUploadMb * 2 ** 20;
}
