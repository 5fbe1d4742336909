import { routesOf } from "../route.ts";
import { createOrder } from "./create-order.ts";
import { deleteOrder } from "./delete-order.ts";
import { enhanceOrder } from "./enhance-order.ts";
import { listBrackets } from "./list-brackets.ts";
import { listOrders } from "./list-orders.ts";
import { readOrder } from "./read-order.ts";
import { renameOrder } from "./rename-order.ts";

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
