import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import type { Parts } from "../../parts.ts";
import { findBracketsOfOrder } from "../../store/bracket-store.ts";
import { deletePictures } from "../../store/delete-pictures.ts";
import {
  ensureOrder,
  findOrder,
  renameOrder as keepName,
  deleteOrder as markDeleted,
} from "../../store/order-store.ts";
import { viewBracket } from "../brackets.ts";
import { requireSpace } from "../free-space.ts";
import { checkReadable, registerOnce, requireAccount } from "../requests.ts";
import { type App, routesOf } from "../route.ts";
import { deleted, errorAnswers } from "../schemas.ts";
import { enhanceOrder } from "./enhance-order.ts";
import { listOrders } from "./list-orders.ts";
import { changed, one, orderBody, params, shown, view, viewOrders } from "./order-view.ts";

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

/** POST /v3/orders */
function createOrder(app: App, parts: Parts): void {
  const { queries } = parts.database;
  app.route({
    method: "POST",
    url: "/v3/orders",
    schema: {
      summary: "Create an order, or read the account's order with the given order_id",
      tags: ["orders"],
      body: Type.Optional(orderBody),
      response: { 200: shown, ...errorAnswers(409, 413, 507) },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      await requireSpace(parts);
      const { order_id, name } = request.body ?? {};
      const orderId = order_id || randomUUID();
      const create = () => ensureOrder(queries, accountId, { orderId, name: name ?? null });
      // With its own id, a client can safely send the request again.
      if (order_id) return view(queries, await create());
      const find = async () => (await findOrder(queries, orderId))?.order_id;
      return view(queries, await registerOnce(create, find));
    },
  });
}

/** GET /v3/orders/:order_id */
function readOrder(app: App, { database: { queries } }: Parts): void {
  app.route({
    method: "GET",
    url: "/v3/orders/:order_id",
    schema: { summary: "Read an order's status", tags: ["orders"], ...one },
    // Orders of hundreds of images are read many times a second; serializing by the schema makes the request a quarter
    // slower.
    serializerCompiler: () => JSON.stringify,
    async handler(request) {
      const { order_id } = request.params;
      const row = checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      return (await viewOrders(queries, [row]))[0];
    },
  });
}

/** PATCH /v3/orders/:order_id */
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
      if (name !== undefined) await keepName(queries, order_id, name);
      return view(queries, order_id);
    },
  });
}

/** DELETE /v3/orders/:order_id */
function deleteOrder(app: App, parts: Parts): void {
  const { queries } = parts.database;
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
      await removeOrder(parts, order_id);
      return reply.code(204).send(null);
    },
  });
}

/** Deletes an order with its images and brackets; their files go in the background. */
export async function removeOrder(
  { database, queue }: Pick<Parts, "database" | "queue">,
  orderId: string,
): Promise<void> {
  await database.transact(async (transaction) => {
    await markDeleted(transaction, orderId);
    await deletePictures(transaction, queue, { orderId });
  });
  queue.wake("remove-files");
}

/** GET /v3/orders/:order_id/brackets */
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
