import { PassThrough, type Readable } from "node:stream";
import { Type } from "@sinclair/typebox";
import yazl from "yazl";
import { HttpError } from "../../errors/http-error.ts";
import { originalPicture, type Picture } from "../../http/downloads/picture.ts";
import { attachmentHeader } from "../../http/downloads/picture-headers.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findBracketsOfImage } from "../../store/bracket-store.ts";
import { findImage, type ImageRow } from "../../store/image-store.ts";
import { findPictureIds } from "../../store/studio-images.ts";
import { purchase } from "../../store/usage.ts";
import { deliveredPicture } from "../pictures/studio-rendition.ts";
import { ownOrder } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { type DownloadSize, downloadSizes, mlsEdgePx } from "../wording/download-sizes.ts";
import { titleOf } from "../wording/words.ts";
import { EntryNames } from "./zip-entries.ts";

/** Bytes of a form that selects 5,000 pictures. */
const formBytes = 512 * 1024;

const id = Type.String({ maxLength: 128 });
const zipForm = Type.Object({
  size: Type.Union(downloadSizes.map(({ name }) => Type.Literal(name))),
  images: Type.Optional(Type.Union([id, Type.Array(id, { maxItems: 10_000 })])),
});

/**
 * POST /app/orders/:order_id/zip: the selected pictures of an order, or all. They are made and read one after another
 * while the browser reads, and never stored as an archive. JPEGs do not shrink, so they are not compressed again.
 */
export function sendZip(app: App, web: WebParts): void {
  const { parts } = web;
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/zip",
    bodyLimit: formBytes,
    schema: { hide: true, params: idParams("order_id"), body: zipForm },
    async handler(request, reply) {
      const order = await ownOrder(request, web, request.params.order_id);
      const { size, images } = request.body;
      const chosen = images === undefined ? undefined : new Set([images].flat());
      const all = await findPictureIds(parts.database.queries, order.order_id);
      const ids = all.filter((imageId) => chosen?.has(imageId) ?? true);
      if (ids.length === 0) throw new HttpError(409, "None of these pictures is made yet.");
      const zip = new yazl.ZipFile();
      // The archive's own stream is of an old kind; this one ends the archive's reading when the browser leaves.
      const output = new PassThrough();
      zip.outputStream.pipe(output);
      zip.on("error", (error: Error) => output.destroy(error));
      void fill(zip, web, { ids, size, output });
      const title = titleOf({ name: order.name, createdAt: order.created_at });
      return reply
        .type("application/zip")
        .header("content-disposition", attachmentHeader(`${title.replace(/[/\\:]/g, "-")} (${size}).zip`))
        .send(output);
    },
  });
}

interface Contents {
  readonly ids: readonly string[];
  readonly size: DownloadSize;
  readonly output: PassThrough;
}

/** Adds one file after another; the next is made once the one before has been read. */
async function fill(zip: yazl.ZipFile, { parts }: WebParts, { ids, size, output }: Contents): Promise<void> {
  const names = new EntryNames();
  const missing: string[] = [];
  const isWanted = () => !output.destroyed;
  try {
    for (const imageId of ids) {
      if (!isWanted()) return;
      const image = await findImage(parts.database.queries, imageId);
      if (!image) continue;
      try {
        for (const picture of await filesOf(image)) {
          await addFile(zip, output, { picture, name: names.take(picture.name) });
        }
      } catch (error) {
        if (!isWanted()) return;
        parts.log.warn({ err: error, imageId }, "a picture is missing in an archive");
        missing.push(image.image_name);
      }
    }
    if (missing.length > 0) {
      const text = `These pictures could not be read. Download them again later:\n${missing.join("\n")}\n`;
      zip.addBuffer(Buffer.from(text), names.take("missing pictures.txt"), { compress: false });
    }
    zip.end();
  } catch (error) {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  }

  async function filesOf(image: ImageRow): Promise<readonly Picture[]> {
    if (size === "original") {
      const frames = await findBracketsOfImage(parts.database.queries, image.image_id);
      return frames.flatMap(({ name, source }) => (source ? [originalPicture(parts.storage, name, source)] : []));
    }
    const asked = { edgePx: size === "mls" ? mlsEdgePx : undefined, isPreview: size === "web" };
    const { picture, isBought } = await deliveredPicture(parts, image, asked, isWanted);
    if (isBought) await purchase(parts.database, image);
    return [picture];
  }
}

interface Entry {
  readonly picture: Picture;
  readonly name: string;
}

/** Resolves once the file has been read to its end. */
async function addFile(zip: yazl.ZipFile, output: PassThrough, { picture, name }: Entry): Promise<void> {
  const bytes: Readable = await picture.read();
  try {
    await new Promise<void>((resolve, reject) => {
      const leave = () => bytes.destroy();
      output.once("close", leave);
      bytes.once("close", () => {
        output.off("close", leave);
        if (bytes.readableEnded) resolve();
        else reject(bytes.errored ?? new Error("the file was not read to its end"));
      });
      zip.addReadStream(bytes, name, { size: picture.sizeBytes, compress: false, mtime: new Date() });
    });
  } finally {
    await picture.release();
  }
}
