import { Type } from "@sinclair/typebox";
import { viewBracket } from "../brackets/bracket-view.ts";
import type { Queries } from "../database/database.ts";
import { pickPreferences } from "../domain/preferences.ts";
import { HttpError } from "../errors/http-error.ts";
import { requireSpace } from "../http/free-space.ts";
import { checkReadable, isDevMode, requireAccount } from "../http/requests.ts";
import { type App, routesOf } from "../http/route.ts";
import { clientId, deleted, errorAnswers, idParams, nullable } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { findBracketsOfOrder } from "../store/bracket-store.ts";
import { deletePictures } from "../store/delete-pictures.ts";
import {
  beginMerging,
  ensureOrder,
  findOrder,
  findOrders,
  markOrderDeleted,
  renameOrder as renameOrderTo,
} from "../store/order-store.ts";
import { checkLists, groupingOf, groupingSchema } from "./grouping-request.ts";
import { viewOrders } from "./order-view.ts";

const pageLimit = 100;

const orderBody = Type.Object({
  order_id: Type.Optional(nullable(clientId("Chosen by the client"))),
  name: Type.Optional(nullable(Type.String({ maxLength: 1024 }))),
});

const params = idParams("order_id");
const shown = Type.Ref("Order", { description: "The order as it is now" });
const one = { params, response: { 200: shown, ...errorAnswers(404, 414) } };
const changed = { params, response: { 200: shown, ...errorAnswers(404, 413, 414) } };

/** /v3/orders: create, list, read, rename, delete, group and enhance. */
export const orderRoutes = routesOf(
  createOrder,
  listOrders,
  readOrder,
  renameOrder,
  deleteOrder,
  listBrackets,
  (app, parts) => enhanceOrder("process", app, parts),
  // Another name for the same.
  (app, parts) => enhanceOrder("merge", app, parts),
);

function createOrder(app: App, parts: Parts): void {
  const { queries } = parts.database;
  app.route({
    method: "POST",
    url: "/v3/orders",
    schema: {
      summary: "Create an order",
      tags: ["orders"],
      body: Type.Optional(orderBody),
      response: { 200: shown, ...errorAnswers(413, 507) },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      await requireSpace(parts);
      const { order_id, name } = request.body ?? {};
      const given = { ...(order_id ? { orderId: order_id } : {}), name: name ?? null, now: new Date() };
      return view(queries, await ensureOrder(queries, accountId, given));
    },
  });
}

function listOrders(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders",
    schema: {
      summary: "List orders, the newest first",
      tags: ["orders"],
      querystring: Type.Object({
        offset: Type.Optional(
          Type.String({ maxLength: 256, description: "`pagination.next_offset` of the page before" }),
        ),
        per_page: Type.Integer({ minimum: 1, maximum: pageLimit, default: 10 }),
      }),
      response: {
        200: Type.Object(
          {
            orders: Type.Array(Type.Ref("Order")),
            pagination: Type.Object({ next_offset: nullable(Type.String()), per_page: Type.Integer() }),
          },
          { description: "A page of the account's orders" },
        ),
        ...errorAnswers(),
      },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      const { offset, per_page } = request.query;
      const after = offset ? readOffset(offset) : undefined;
      const rows = await findOrders(queries, accountId, { most: per_page + 1, ...(after ? { after } : {}) });
      const onPage = rows.slice(0, per_page);
      const last = onPage.at(-1);
      const next_offset = rows.length > per_page && last ? writeOffset(last) : null;
      return { orders: await viewOrders(queries, onPage), pagination: { next_offset, per_page } };
    },
  });
}

function readOrder(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders/:order_id",
    schema: { summary: "Read an order's status", tags: ["orders"], ...one },
    async handler(request) {
      const { order_id } = request.params;
      const row = checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      return (await viewOrders(queries, [row]))[0];
    },
  });
}

function renameOrder(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "PATCH",
    url: "/v3/orders/:order_id",
    schema: { summary: "Rename an order", tags: ["orders"], body: orderBody, ...changed },
    async handler(request) {
      requireAccount(request);
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const { name } = request.body;
      if (name !== undefined) await renameOrderTo(queries, order_id, name);
      return view(queries, order_id);
    },
  });
}

function deleteOrder(app: App, { database, queue }: Parts): void {
  const { queries } = database;
  app.route({
    method: "DELETE",
    url: "/v3/orders/:order_id",
    schema: {
      summary: "Delete an order with its images, brackets and files",
      tags: ["orders"],
      params,
      response: { 204: deleted, ...errorAnswers(404, 413, 414) },
    },
    async handler(request, reply) {
      requireAccount(request);
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      await database.transact(async (transaction) => {
        await markOrderDeleted(transaction, order_id);
        await deletePictures(transaction, queue, { orderId: order_id });
      });
      queue.wake("remove-files");
      return reply.code(204).send(null);
    },
  });
}

function listBrackets(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders/:order_id/brackets",
    schema: {
      summary: "List the brackets of an order",
      tags: ["orders"],
      params,
      response: {
        200: Type.Object(
          { brackets: Type.Array(Type.Ref("Bracket")) },
          { description: "Every bracket, by registration" },
        ),
        ...errorAnswers(404, 414),
      },
    },
    async handler(request) {
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const rows = await findBracketsOfOrder(queries, order_id);
      return { brackets: rows.map(viewBracket) };
    },
  });
}

function enhanceOrder(verb: "process" | "merge", app: App, { database, queue }: Parts): void {
  const { queries } = database;
  app.route({
    method: "POST",
    url: `/v3/orders/:order_id/${verb}`,
    schema: {
      summary: "Group the brackets of an order into images and enhance them",
      tags: ["orders"],
      body: Type.Optional(groupingSchema),
      ...changed,
    },
    async handler(request) {
      requireAccount(request);
      const { order_id } = request.params;
      checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      const body = request.body ?? {};
      const grouping = groupingOf(body);
      await database.transact(async (transaction) => {
        if (grouping.by === "lists") await checkLists(transaction, order_id, grouping.lists);
        await beginMerging(transaction, order_id);
        const devMode = isDevMode(request);
        const data = { orderId: order_id, grouping, preferences: pickPreferences(body), devMode };
        await queue.send("group-order", data, transaction);
      });
      queue.wake("group-order");
      return view(queries, order_id);
    },
  });
}

async function view(queries: Queries, orderId: string) {
  const row = await findOrder(queries, orderId);
  const [order] = await viewOrders(queries, row ? [row] : []);
  return order;
}

function writeOffset({ created_at, order_id }: { created_at: Date; order_id: string }): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), order_id])).toString("base64url");
}

function readOffset(offset: string): { createdAt: Date; orderId: string } {
  try {
    const [time, orderId] = JSON.parse(Buffer.from(offset, "base64url").toString("utf8"));
    const createdAt = new Date(time);
    if (typeof orderId === "string" && !Number.isNaN(createdAt.getTime())) return { createdAt, orderId };
  } catch {
    // Answered below.
  }
  throw new HttpError(422, "The request is not valid; detail names the fields.", {
    query: { offset: ["Must be the next_offset of an earlier page."] },
  });
}
