import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError, notFound } from "../../errors/http-error.ts";
import { UploadSlots } from "../../http/connections.ts";
import { requireQuota, requireSpace } from "../../http/free-space.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { uploadExpiry } from "../../http/uploads.ts";
import { keepUpload } from "../../jobs/keep-upload.ts";
import type { Parts } from "../../parts.ts";
import { sniffImageFormat } from "../../storage/image-format.ts";
import { storageKey, TooLarge } from "../../storage/storage.ts";
import { findBracket } from "../../store/bracket-store.ts";
import {
  addPart,
  dropParts,
  dropPartsFrom,
  findUpload,
  listParts,
  type OpenUpload,
} from "../../store/resumable-uploads.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { requirePhotograph } from "./refused-files.ts";
import { maxPartBytes } from "./upload-limits.ts";

const params = idParams("bracket_id");

/** HEAD /app/uploads/:bracket_id: how much has arrived, in `Upload-Offset` of `Upload-Length` (as in tus 1.0). */
export function showOffset(app: App, web: WebParts): void {
  app.route({
    method: "HEAD",
    url: "/app/uploads/:bracket_id",
    schema: { hide: true, params },
    async handler(request, reply) {
      const upload = await ownUpload(request, web, request.params.bracket_id);
      return answer(reply, upload, upload.offset).code(200).send();
    },
  });
}

/**
 * PATCH /app/uploads/:bracket_id: the next part of a file, which begins at `Upload-Offset`. A part is stored completely
 * or not at all; the last one makes the upload complete. An empty part at the end completes an upload whose last answer
 * was lost.
 */
export function receivePart(app: App, web: WebParts): void {
  const { parts } = web;
  const slots = new UploadSlots(parts.config.uploadsPerAddress);
  app.route({
    method: "PATCH",
    url: "/app/uploads/:bracket_id",
    bodyLimit: Number.MAX_SAFE_INTEGER,
    schema: { hide: true, params },
    async handler(request, reply) {
      const upload = await ownUpload(request, web, request.params.bracket_id);
      if (upload.isComplete) return answer(reply, upload, upload.sizeBytes).code(204).send();
      const start = Number(request.headers["upload-offset"]);
      const length = Number(request.headers["content-length"]);
      if (start !== upload.offset) {
        answer(reply, upload, upload.offset);
        throw new HttpError(409, `The next part begins at ${upload.offset}.`, { offset: upload.offset });
      }
      if (!Number.isSafeInteger(length)) throw new HttpError(411, "A part needs its Content-Length.");
      const end = start + length;
      if (length > maxPartBytes || end > upload.sizeBytes) {
        throw new HttpError(413, `A part may have ${maxPartBytes} bytes at most, and may not exceed the file.`);
      }
      await requireSpace(parts, length);
      await requireQuota(parts, upload.accountId, upload.sizeBytes - start);
      return slots.use(request, async () => {
        if (length > 0) await storePart(parts, upload, { start, length, body: request.body });
        if (end === upload.sizeBytes) await complete(parts, upload);
        return answer(reply, upload, end).code(204).send();
      });
    },
  });
}

function answer(reply: FastifyReply, { sizeBytes }: OpenUpload, offset: number): FastifyReply {
  return reply.headers({ "upload-offset": offset, "upload-length": sizeBytes });
}

async function ownUpload(request: FastifyRequest, { parts }: WebParts, bracketId: string): Promise<OpenUpload> {
  const upload = await findUpload(parts.database.queries, bracketId);
  if (upload?.accountId !== visitorOf(request).account.accountId) throw notFound("upload");
  return upload;
}

interface ArrivingPart {
  readonly start: number;
  readonly length: number;
  readonly body: unknown;
}

async function storePart(parts: Parts, upload: OpenUpload, { start, length, body }: ArrivingPart): Promise<void> {
  if (!(body instanceof Readable)) throw tooShort();
  const key = storageKey("part");
  let written: Awaited<ReturnType<typeof parts.storage.write>>;
  try {
    // A reader that stops must not end the request, whose connection still carries the answer.
    written = await parts.storage.write(key, Readable.from(body.iterator({ destroyOnReturn: false })), length);
  } catch (error) {
    if (body.readableAborted || body.errored) throw tooShort();
    throw error instanceof TooLarge ? new HttpError(400, "The part is longer than its Content-Length.") : error;
  }
  try {
    if (written.sizeBytes !== length) throw tooShort();
    if (start === 0) requirePhotograph(written.head);
    const expiresAt = new Date(uploadExpiry(parts, new Date()) * 1000);
    const isAdded = await parts.database.transact((transaction) =>
      addPart(transaction, upload.bracketId, { start, sizeBytes: length, key }, expiresAt),
    );
    if (!isAdded) {
      throw new HttpError(409, "Another page sent this part or removed the file; ask where the file continues.");
    }
  } catch (error) {
    await parts.storage.remove(key);
    throw error;
  }
}

function tooShort(): HttpError {
  return new HttpError(400, "The part ended too early; send it again.");
}

/**
 * Makes one file of the parts, and hands it over like any other upload. If another request completes the file
 * meanwhile, after a lost answer, its outcome counts: the parts are gone then. Throws 409 with the place from which to
 * send the file again if the storage has lost a part, as after a restore, or another request has found that.
 */
async function complete(parts: Parts, upload: OpenUpload): Promise<void> {
  try {
    await join(parts, upload);
  } catch (error) {
    const before = await findUpload(parts.database.queries, upload.bracketId);
    if (before?.isComplete) return;
    await dropFromLost(parts, upload.bracketId);
    const now = await findUpload(parts.database.queries, upload.bracketId);
    if (now?.isComplete) return;
    if (now === undefined || now.offset === upload.sizeBytes) throw error;
    const { offset } = now;
    const message = `The service has lost a part of the file; send the file again from ${offset}.`;
    throw new HttpError(409, message, { offset }, { "upload-offset": String(offset) });
  }
}

/** Drops the first part that the storage does not have whole, or that leaves a gap, and those after it. */
async function dropFromLost({ storage, database, queue }: Parts, bracketId: string): Promise<void> {
  let end = 0;
  for (const part of await listParts(database.queries, bracketId)) {
    const isWhole = part.start === end && (await storage.find(part.key))?.sizeBytes === part.sizeBytes;
    end = part.start + part.sizeBytes;
    if (isWhole) continue;
    await database.transact(async (transaction) => {
      const keys = await dropPartsFrom(transaction, bracketId, part);
      if (keys.length > 0) await queue.send("remove-files", { keys }, transaction);
    });
    queue.wake("remove-files");
    return;
  }
}

async function join(parts: Parts, { bracketId, sizeBytes }: OpenUpload): Promise<void> {
  const { storage, database, queue } = parts;
  const bracket = await findBracket(database.queries, bracketId);
  if (!bracket) throw notFound("upload");
  const stored = await listParts(database.queries, bracketId);
  const end = stored.reduce((sum, part) => (part.start === sum ? sum + part.sizeBytes : Number.NaN), 0);
  if (end !== sizeBytes) throw tooShort();
  const key = storageKey("source");
  const joined = async function* () {
    for (const part of stored) yield* await storage.read(part.key);
  };
  const { head, sha256, sizeBytes: written } = await storage.write(key, Readable.from(joined()), sizeBytes);
  if (written !== sizeBytes) {
    await storage.remove(key);
    throw new Error(`the storage returned ${written} of ${sizeBytes} bytes`);
  }
  await keepUpload(parts, bracket, { key, sizeBytes, sha256, format: sniffImageFormat(head) ?? "jpeg" });
  await database.transact(async (transaction) => {
    const keys = await dropParts(transaction, [bracketId]);
    if (keys.length > 0) await queue.send("remove-files", { keys }, transaction);
  });
  queue.wake("remove-files");
}
