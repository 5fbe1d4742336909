import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import type { Config } from "../config/config.ts";
import type { StoredSource } from "../database/stored-values.ts";
import { HttpError, notFound } from "../errors/http-error.ts";
import { keepUpload } from "../jobs/keep-upload.ts";
import type { Parts } from "../parts.ts";
import { noPicture, sniffImageFormat } from "../storage/image-format.ts";
import { storageKey, TooLarge } from "../storage/storage.ts";
import { isActive } from "../store/account-store.ts";
import { findBracket } from "../store/bracket-store.ts";
import { UploadSlots } from "./connections.ts";
import { requireQuota, requireSpace } from "./free-space.ts";
import type { App } from "./route.ts";
import { errorAnswers, idParams } from "./schemas.ts";

/** The right that an upload address grants: to upload the bytes of one bracket, once, until it expires. */
interface UploadGrant {
  readonly bracketId: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The required Content-Type of the upload; null: any. */
  readonly contentType: string | null;
}

/** When an address made now expires, in whole seconds since 1970. */
export function uploadExpiry({ config }: Pick<Parts, "config">, now: Date): number {
  return Math.floor(now.getTime() / 1000) + config.uploadMinutes * 60;
}

/**
 * Where to PUT the bytes of a bracket: an address of the service, or with `--direct-uploads` one of the store. Clients
 * read the parameter `content-type` off the address and send it with the bytes.
 */
export async function uploadAddress(parts: Parts, { bracketId, expires, contentType }: UploadGrant): Promise<string> {
  const { config, secrets, publicUrl, storage } = parts;
  if (config.directUploads && storage.direct) {
    return storage.direct.address(bracketId, contentType, expires - Math.floor(Date.now() / 1000));
  }
  const query = new URLSearchParams({
    expires: String(expires),
    "content-type": contentType ?? "application/octet-stream",
    ...(contentType === null ? {} : { bound: "1" }),
    signature: secrets.sign("upload", textOf({ bracketId, expires, contentType })),
  });
  return `${publicUrl()}/uploads/${bracketId}?${query}`;
}

/**
 * The grant that an address carries; undefined if it was not signed here or was changed. Does not check the expiry.
 */
export function readUploadAddress(
  { secrets }: Pick<Parts, "secrets">,
  bracketId: string,
  query: Readonly<Record<string, string | undefined>>,
): UploadGrant | undefined {
  const expires = Number(query["expires"]);
  const contentType = query["bound"] === "1" ? (query["content-type"] ?? "") : null;
  const grant = { bracketId, expires, contentType };
  return secrets.verify("upload", textOf(grant), query["signature"] ?? "") ? grant : undefined;
}

function textOf({ bracketId, expires, contentType }: UploadGrant): string {
  return JSON.stringify([bracketId, expires, contentType]);
}

/** /uploads: accepts any body, whatever its Content-Type. */
export const uploadRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  uploadFile(app, parts);
};

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
function uploadFile(app: App, parts: Parts): void {
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

/**
 * Stores a request's bytes under a new key. Throws 400, 413 or 415, and then stores nothing.
 */
async function receive(
  { storage, config }: Parts,
  body: Readable | undefined,
  request: IncomingMessage,
): Promise<StoredSource> {
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
  const isCut = isCutOff(request);
  if (format !== undefined && !isCut) return { key, sizeBytes: written.sizeBytes, sha256: written.sha256, format };
  await storage.remove(key);
  if (isCut) throw new HttpError(400, "More bytes arrived than the Content-Length says; send the file again.");
  if (written.sizeBytes === 0) throw empty();
  throw new HttpError(415, noPicture);
}

/**
 * Whether the bytes after the body were not a valid request: then its Content-Length was too short, and the body is
 * only the first part of a file.
 */
function isCutOff({ socket: { errored } }: IncomingMessage): boolean {
  return errored instanceof Error && "code" in errored && String(errored.code).startsWith("HPE_");
}

/** A reader that stops ends this stream, not the request, whose connection must still carry the answer. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk;
}

function tooLarge(maxMb: number): HttpError {
  return new HttpError(413, `An upload may have ${maxMb} MB at most.`);
}

function empty(): HttpError {
  return new HttpError(400, "The upload is empty; send the file's bytes as the body.");
}

export function maxBytesOf({ maxUploadMb }: Config): number {
  return maxUploadMb * 2 ** 20;
}
