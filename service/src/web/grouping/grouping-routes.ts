import { type Static, Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findHeld } from "../../store/bracket-store.ts";
import type { OrderRow } from "../../store/order-store.ts";
import { chooseReference, regroupImages } from "../../store/regroup-images.ts";
import { findFrames, findReferences, type StudioFrame } from "../../store/studio-images.ts";
import { readStudioOrder, type StudioOrder } from "../../store/studio-orders.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { ownOrder } from "../shell/own.ts";
import { sendPage } from "../shell/site.ts";
import type { RoutesByAccess, WebParts } from "../shell/web-parts.ts";
import { askedLists } from "./asked-lists.ts";
import { groupingPage } from "./grouping-page.ts";

/** Most frames that one click regroups; as many as the API groups by hand. */
const maxFrames = 500;
/** Bytes of a form that selects them. */
const formBytes = 64 * 1024;

const params = idParams("order_id");
const query = Type.Object({ page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }) });
const id = Type.String({ maxLength: 128 });
const form = Type.Object({
  action: Type.Optional(
    Type.Union([Type.Literal("join"), Type.Literal("each"), Type.Literal("move"), Type.Literal("first")]),
  ),
  /** The frame that becomes the reference of its picture. */
  reference: Type.Optional(id),
  /** The reference whose picture finds its own again. */
  automatic: Type.Optional(id),
  frames: Type.Optional(Type.Union([id, Type.Array(id, { maxItems: maxFrames })])),
  target: Type.Optional(id),
});

/** GET /app/orders/:order_id/grouping: which frames form which picture. */
function showGrouping(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/app/orders/:order_id/grouping",
    schema: { hide: true, params, querystring: query },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      return sendGroupingPage(request, reply, web, { row, page: request.query.page });
    },
  });
}

/** POST /app/orders/:order_id/grouping: splits and joins pictures, moves frames, puts one first, chooses references. */
function changeGrouping(app: App, web: WebParts): void {
  const { parts, site } = web;
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/grouping",
    bodyLimit: formBytes,
    schema: { hide: true, params, querystring: query, body: form },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      const { page } = request.query;
      const common = { orderId: row.order_id, account: visitorOf(request).account };
      const { reference, automatic = reference } = request.body;
      const lists = automatic === undefined ? await listsOf(request.body, web, row, page) : [];
      if (typeof lists === "string") {
        return sendGroupingPage(request, reply, web, { row, page, error: lists, status: 422 });
      }
      try {
        await parts.database.transact((transaction) =>
          automatic === undefined
            ? regroupImages(transaction, { ...common, lists }, parts)
            : chooseReference(
                transaction,
                { ...common, bracketId: automatic, isChosen: reference !== undefined },
                parts,
              ),
        );
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode !== 409) throw error;
        return sendGroupingPage(request, reply, web, { row, page, error: error.message, status: 409 });
      }
      for (const queue of ["enhance-image", "deliver-events", "remove-files"] as const) parts.queue.wake(queue);
      return reply.redirect(`${site.base}/app/orders/${row.order_id}?done=regrouped`, 303);
    },
  });
}

/** The lists of frames that the form asks for; a sentence for people if it asks for none. */
async function listsOf(
  { action, frames = [], target }: Static<typeof form>,
  web: WebParts,
  row: OrderRow,
  page: number,
) {
  if (action === undefined) return "Choose what happens to the selected frames.";
  const { order, frames: byImage, waiting } = await readGrouping(web, row, page);
  const sets = order.images.map(({ imageId }) => ({
    imageId,
    bracketIds: (byImage.get(imageId) ?? []).map(({ bracketId }) => bracketId),
  }));
  const asked = new Set([frames].flat());
  const inOrder = [...sets.flatMap(({ bracketIds }) => bracketIds), ...waiting.map(({ bracketId }) => bracketId)];
  const chosen = inOrder.filter((bracketId) => asked.has(bracketId));
  return askedLists(action, chosen, { sets, target });
}

async function readGrouping({ parts }: WebParts, row: OrderRow, page: number) {
  const { queries } = parts.database;
  const order: StudioOrder = await readStudioOrder(queries, row, page);
  const ids = order.images.map(({ imageId }) => imageId);
  const frames = await findFrames(queries, ids);
  const references = await findReferences(queries, ids);
  const held = (await findHeld(queries, row.order_id)).slice(0, maxFrames);
  const waiting: readonly StudioFrame[] = held.map(({ bracket_id: bracketId, name, source, metadata }) => ({
    ...{ bracketId, name, source, metadata },
  }));
  return { order, frames, references, waiting };
}

interface Shown {
  readonly row: OrderRow;
  readonly page: number;
  readonly error?: string;
  readonly status?: number;
}

async function sendGroupingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { row, page, error, status = 200 }: Shown,
) {
  const frame = frameOf(request, web);
  const read = await readGrouping(web, row, page);
  return sendPage(reply, groupingPage(frame, { ...read, page, csrf: frame.signedIn.csrf, error }), status);
}

/** /app/orders/:order_id/grouping */
export const groupingRoutes: RoutesByAccess = { editor: [showGrouping, changeGrouping] };
