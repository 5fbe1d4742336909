import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import type { PictureFile } from "../../database/tables.ts";
import { notFound } from "../../errors/http-error.ts";
import { findImage } from "../../store/image-store.ts";
import { readOrder, readRecentOrders } from "../../store/recent-orders.ts";
import { idParams } from "../schemas.ts";
import { frameOf, visitorOf } from "./frames.ts";
import { orderPage, ordersPage } from "./orders-page.ts";
import type { SettingsParts } from "./settings-parts.ts";
import { sendPage } from "./site.ts";

const thumbnailEdge = 400;
const renderMs = 60_000;

const pageQuery = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }) });

/** /settings/orders: recent orders with small pictures of what was made. */
export const orderPageRoutes: FastifyPluginAsyncTypebox<SettingsParts> = async (app, settings) => {
  const { database, storage, renderers, config } = settings.parts;

  app.route({
    method: "GET",
    url: "/settings/orders",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page } = request.query;
      const { accountId } = visitorOf(request).account;
      const recent = await readRecentOrders(database.queries, accountId, page);
      return sendPage(reply, ordersPage(frameOf(request, settings), { ...recent, page }));
    },
  });

  app.route({
    method: "GET",
    url: "/settings/orders/:order_id",
    schema: { hide: true, params: idParams("order_id") },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const order = await readOrder(database.queries, accountId, request.params.order_id);
      if (!order) throw notFound("order");
      return sendPage(reply, orderPage(frameOf(request, settings), order));
    },
  });

  app.route({
    method: "GET",
    url: "/settings/images/:image_id/thumbnail",
    schema: { hide: true, params: idParams("image_id") },
    async handler(request, reply) {
      const image = await findImage(database.queries, request.params.image_id);
      const isOwn = image?.account_id === visitorOf(request).account.accountId;
      if (!isOwn || !image.result) throw notFound("picture");
      const bytes = await makeThumbnail(image.result.preview);
      // Its address changes with the picture.
      return reply.type("image/webp").header("cache-control", "private, max-age=31536000, immutable").send(bytes);
    },
  });

  async function makeThumbnail({ key }: PictureFile): Promise<Buffer> {
    const folder = join(config.dataDir, "work", "renditions");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const output = join(folder, `${randomUUID()}.webp`);
    const input = await storage.borrow(key);
    try {
      const size = { maxWidth: thumbnailEdge, maxHeight: thumbnailEdge };
      const rendition = { format: "webp", quality: 75, watermark: false, ...size } as const;
      await renderers.run({ kind: "render", input: input.path, output, rendition }, renderMs);
      return await readFile(output);
    } finally {
      await rm(output, { force: true });
      await input.release();
    }
  }
};
