import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import type { OrderRow } from "../../store/order-store.ts";
import { listUploads } from "../../store/resumable-uploads.ts";
import { readStudioOrder } from "../../store/studio-orders.ts";
import { frameOf } from "../shell/frames.ts";
import { ownOrder } from "../shell/own.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { pagePartBytes } from "../uploads/upload-limits.ts";
import { uploadPage } from "./upload-page.ts";

/** GET /app/orders/new */
export function showNewOrder(app: App, web: WebParts): void {
  app.get("/app/orders/new", { schema: { hide: true } }, async (request, reply) => {
    const frame = frameOf(request, web);
    const page = { order: undefined, uploads: [], partBytes: pagePartBytes, csrf: frame.signedIn.csrf };
    return sendPage(reply, uploadPage(frame, page));
  });
}

/** GET /app/orders/:order_id/upload: the files of an order that were not grouped yet, and room for more. */
export function showUpload(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/orders/:order_id/upload",
    schema: { hide: true, params: idParams("order_id") },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      return sendUploadPage(request, reply, web, { row });
    },
  });
}

export async function sendUploadPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { row, error, status = 200 }: { readonly row: OrderRow; readonly error?: string; readonly status?: number },
) {
  const { queries } = web.parts.database;
  const frame = frameOf(request, web);
  const { orderId, name, total } = await readStudioOrder(queries, row, 1);
  const uploads = (await listUploads(queries, orderId)).filter(({ isPlaced }) => !isPlaced);
  const order = { orderId, name, isStarted: total > 0 };
  const page = { order, uploads, partBytes: pagePartBytes, csrf: frame.signedIn.csrf, error };
  return sendPage(reply, uploadPage(frame, page), status);
}
