import { Type } from "@sinclair/typebox";
import { HttpError } from "../../errors/http-error.ts";
import { keepBracket } from "../../http/brackets.ts";
import { requireSpace } from "../../http/free-space.ts";
import type { App } from "../../http/route.ts";
import { fileName, idParams } from "../../http/schemas.ts";
import { maxBytesOf, uploadExpiry } from "../../http/uploads.ts";
import { insertUpload, listUploads, type ResumableFile, type ResumableUpload } from "../../store/resumable-uploads.ts";
import { visitorOf } from "../shell/frames.ts";
import { ownOrder } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { pngRefusal } from "./refused-files.ts";
import { maxFilesAtOnce } from "./upload-limits.ts";

const filesSchema = Type.Object({
  files: Type.Array(
    Type.Object({
      name: fileName("The file's own, without folders"),
      size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      modified: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    { minItems: 1, maxItems: maxFilesAtOnce },
  ),
});

/** A file for the page: its address and how much has arrived, or why it is not accepted. */
export function viewUpload({ bracketId, name, sizeBytes, modifiedMs, offset, isComplete }: ResumableUpload) {
  return { id: bracketId, name, size: sizeBytes, modified: modifiedMs, offset, complete: isComplete };
}

/**
 * POST /app/orders/:order_id/files: registers files. One that the order has already, by name, size and time of the last
 * change, is returned as it is, so that a page can send the same list again after a reload and continue.
 */
export function registerFiles(app: App, web: WebParts): void {
  const { parts } = web;
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/files",
    schema: { hide: true, params: idParams("order_id"), body: filesSchema },
    async handler(request) {
      const order = await ownOrder(request, web, request.params.order_id);
      await requireSpace(parts);
      const known = await listUploads(parts.database.queries, order.order_id);
      const byFile = new Map(known.map((upload) => [nameOf(upload), upload]));
      const files: object[] = [];
      for (const { name, size, modified } of request.body.files) {
        const file = { name, sizeBytes: size, modifiedMs: modified };
        const problem = refusalOf(file, maxBytesOf(parts.config));
        const upload = byFile.get(nameOf(file));
        if (upload) files.push(viewUpload(upload));
        else if (problem !== undefined) files.push({ name, size, modified, problem });
        else {
          const kept = await keep(file);
          if ("bracketId" in kept) byFile.set(nameOf(file), kept);
          files.push("bracketId" in kept ? viewUpload(kept) : { name, size, modified, ...kept });
        }
      }
      return { files };

      /** The limit of one name concerns one file; the others are registered. */
      async function keep(file: ResumableFile): Promise<ResumableUpload | { readonly problem: string }> {
        const { account } = visitorOf(request);
        const now = new Date();
        try {
          const asked = { orderId: order.order_id, name: file.name, contentType: null, metadata: null, now };
          const { bracket_id: bracketId } = await keepBracket(parts, account, asked);
          const ids = { bracketId, accountId: account.accountId, orderId: order.order_id };
          const expiresAt = new Date(uploadExpiry(parts, now) * 1000);
          await insertUpload(parts.database.queries, { ...ids, ...file, expiresAt });
          return { bracketId, ...file, offset: 0, isComplete: false, isPlaced: false };
        } catch (error) {
          if (error instanceof HttpError && [422, 429].includes(error.statusCode))
            return { problem: sentenceOf(error) };
          throw error;
        }
      }
    },
  });
}

function nameOf({ name, sizeBytes, modifiedMs }: ResumableFile): string {
  return JSON.stringify([name, sizeBytes, modifiedMs]);
}

function refusalOf({ name, sizeBytes }: ResumableFile, maxBytes: number): string | undefined {
  if (sizeBytes === 0) return "The file is empty.";
  if (sizeBytes > maxBytes) return `A file may have ${Math.floor(maxBytes / 2 ** 20)} MB at most.`;
  return /\.png$/i.test(name) ? pngRefusal : undefined;
}

/** The messages of a refusal: those of its fields, if it has any. */
function sentenceOf({ message, detail }: HttpError): string {
  const fields = detail["json"];
  if (typeof fields !== "object" || fields === null) return message;
  return Object.values(fields).flat().join(" ");
}
