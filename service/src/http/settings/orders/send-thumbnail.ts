import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PictureFile } from "../../../database/stored-values.ts";
import { notFound } from "../../../errors/http-error.ts";
import type { Parts } from "../../../parts.ts";
import { findImage } from "../../../store/image-store.ts";
import { whileKept } from "../../downloads/while-kept.ts";
import type { App } from "../../route.ts";
import { idParams } from "../../schemas.ts";
import { visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";

const thumbnailEdge = 400;
const renderMs = 60_000;

/** GET /settings/images/:image_id/thumbnail */
export function sendThumbnail(app: App, { parts }: SettingsParts): void {
  app.route({
    method: "GET",
    url: "/settings/images/:image_id/thumbnail",
    schema: { hide: true, params: idParams("image_id") },
    async handler(request, reply) {
      const find = async () => {
        const image = await findImage(parts.database.queries, request.params.image_id);
        const isOwn = image?.account_id === visitorOf(request).account.accountId;
        if (!isOwn || !image.result) throw notFound("picture");
        return image.result.preview;
      };
      const bytes = await whileKept(find, (preview) =>
        makeThumbnail(parts, preview, visitorOf(request).account.accountId),
      );
      // Its address changes with the picture.
      return reply.type("image/webp").header("cache-control", "private, max-age=31536000, immutable").send(bytes);
    },
  });
}

async function makeThumbnail(
  { config, storage, renderers }: Parts,
  { key }: PictureFile,
  accountId: string,
): Promise<Buffer> {
  const folder = join(config.dataDir, "work", "renditions");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const output = join(folder, `${randomUUID()}.webp`);
  const input = await storage.borrow(key);
  try {
    const size = { maxWidth: thumbnailEdge, maxHeight: thumbnailEdge };
    const rendition = { format: "webp", quality: 75, watermark: false, ...size } as const;
    await renderers.run({ kind: "render", input: input.path, output, rendition }, renderMs, { accountId });
    return await readFile(output);
  } finally {
    await rm(output, { force: true });
    await input.release();
  }
}
