import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queries } from "../../database/database.ts";
import { notFound } from "../../errors/http-error.ts";
import { whileKept } from "../../http/downloads/while-kept.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findImage } from "../../store/image-store.ts";
import { findOrder, type OrderRow } from "../../store/order-store.ts";
import { createShare, endShare, findShared, findWatermarking, listShares } from "../../store/shares.ts";
import { readStudioOrder } from "../../store/studio-orders.ts";
import { sendShown, shownQuery } from "../pictures/send-shown.ts";
import { shownPicture } from "../pictures/studio-rendition.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { ownOrder } from "../shell/own.ts";
import { sendPage } from "../shell/site.ts";
import type { RoutesByAccess, WebParts, WebRoute } from "../shell/web-parts.ts";
import { titleOf } from "../wording/words.ts";
import { sharedPage } from "./shared-page.ts";
import { sharedView } from "./shared-view.ts";
import { shareDays, sharesPage } from "./shares-page.ts";

const dayMs = 86_400_000;
const params = idParams("order_id");

/** GET /app/orders/:order_id/shares: the links to an order. */
function showShares(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/orders/:order_id/shares",
    schema: { hide: true, params },
    async handler(request, reply) {
      return sendSharesPage(request, reply, web, { row: await ownOrder(request, web, request.params.order_id) });
    },
  });
}

/** POST /app/orders/:order_id/shares: a new link, which the answer shows once. */
function addShare(app: App, web: WebParts): void {
  const { parts } = web;
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/shares",
    schema: { hide: true, params, body: Type.Object({ days: Type.String({ enum: shareDays.map(String) }) }) },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      const expiresAt = new Date(Date.now() + Number(request.body.days) * dayMs);
      const { account_id: accountId, order_id: orderId } = row;
      const token = await createShare(parts.database.queries, { accountId, orderId, expiresAt });
      return sendSharesPage(request, reply, web, { row, created: `${parts.publicUrl()}/share/${token}` });
    },
  });
}

/** POST /app/orders/:order_id/shares/end */
function removeShare(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/shares/end",
    schema: { hide: true, params, body: Type.Object({ link: Type.String({ maxLength: 64 }) }) },
    async handler(request, reply) {
      const { order_id: orderId } = await ownOrder(request, web, request.params.order_id);
      await endShare(web.parts.database.queries, orderId, request.body.link);
      return reply.redirect(`${web.site.base}/app/orders/${orderId}/shares`, 303);
    },
  });
}

async function sendSharesPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { row, created }: { readonly row: OrderRow; readonly created?: string },
) {
  const { queries } = web.parts.database;
  const frame = frameOf(request, web);
  const { order_id: orderId, name, created_at: createdAt } = row;
  const shares = await listShares(queries, orderId);
  const isWatermarked = await findWatermarking(queries, visitorOf(request).account.accountId);
  const title = titleOf({ name, createdAt });
  return sendPage(
    reply,
    sharesPage(frame, { orderId, title, shares, isWatermarked, created, csrf: frame.signedIn.csrf }),
  );
}

/** /app/orders/:order_id/shares */
export const shareRoutes: RoutesByAccess = { editor: [showShares, addShare, removeShare] };

const tokenParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) });
const imageParams = Type.Object({ ...tokenParams.properties, ...idParams("image_id").properties });

/** GET /share/:token: the finished pictures of an order, without an account. */
function showShared(app: App, { parts, site }: WebParts): void {
  const { queries } = parts.database;
  app.route({
    method: "GET",
    url: "/share/:token",
    schema: {
      hide: true,
      params: tokenParams,
      querystring: Type.Object({ page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }) }),
    },
    async handler(request, reply) {
      const { token } = request.params;
      const shared = await findShared(queries, token);
      const row = shared && (await findOrder(queries, shared.order_id));
      if (!shared || !row) throw notFound("link");
      const { page } = request.query;
      const order = await readStudioOrder(queries, row, page);
      return sendPage(
        reply,
        sharedPage(site, {
          ...{ token, order, page, expiresAt: shared.expires_at, isWatermarked: shared.watermarks_shares },
        }),
      );
    },
  });
}

/** GET /share/:token/images/:image_id: a picture of such an order. */
function showSharedPicture(app: App, { parts }: WebParts): void {
  const { queries } = parts.database;
  app.route({
    method: "GET",
    url: "/share/:token/images/:image_id",
    schema: {
      hide: true,
      params: imageParams,
      querystring: Type.Object({
        ...shownQuery.properties,
        size: Type.Union([Type.Literal("thumb"), Type.Literal("view")], { default: "view" }),
      }),
    },
    async handler(request, reply) {
      const find = async () => {
        const { image, result, shared } = await sharedImage(queries, request.params);
        return { image, watermarked: shared.watermarks_shares && !image.downloaded, key: result.full.key };
      };
      const isWanted = () => !request.raw.socket.destroyed;
      return whileKept(find, async ({ image, watermarked }) => {
        const asked = { size: request.query.size, watermarked };
        return sendShown(request, reply, await shownPicture(parts, image, asked, isWanted));
      });
    },
  });
}

/** GET /share/:token/images/:image_id/around: a 360° picture of such an order, seen from its middle. */
function showSharedView(app: App, { parts, site }: WebParts): void {
  const { queries } = parts.database;
  app.route({
    method: "GET",
    url: "/share/:token/images/:image_id/around",
    schema: { hide: true, params: imageParams },
    async handler(request, reply) {
      const { token } = request.params;
      const { image, result, shared } = await sharedImage(queries, request.params);
      const order = await findOrder(queries, image.order_id);
      if (!order || !result.isThreesixty) throw notFound("picture");
      const { image_id: imageId, image_name: name } = image;
      const isWatermarked = shared.watermarks_shares && !image.downloaded;
      const orderTitle = titleOf({ name: order.name, createdAt: order.created_at });
      return sendPage(reply, sharedView(site, { token, imageId, name, result, isWatermarked, orderTitle }));
    },
  });
}

/** A finished picture of the order that the link shares. Throws 404. */
async function sharedImage(queries: Queries, ids: { readonly token: string; readonly image_id: string }) {
  const shared = await findShared(queries, ids.token);
  const image = shared && (await findImage(queries, ids.image_id));
  if (!image?.result || image.order_id !== shared?.order_id) throw notFound("picture");
  return { image, result: image.result, shared };
}

/** /share: pages that need a link instead of a session. */
export const sharedRoutes: readonly WebRoute[] = [showShared, showSharedPicture, showSharedView];
