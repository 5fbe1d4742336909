import type { RoutesByAccess } from "../shell/web-parts.ts";
import { deleteOrder, renameOrder } from "./change-order.ts";
import { sendEvents } from "./send-events.ts";
import { sendZip } from "./send-zip.ts";
import { showOrder } from "./show-order.ts";
import { showOrders } from "./show-orders.ts";
import { showNewOrder, showUpload } from "./show-upload.ts";
import { startOrder } from "./start-order.ts";

/** /app/orders: the list, new orders, and the page of one. */
export const orderRoutes: RoutesByAccess = {
  viewer: [showOrders, showOrder, sendEvents],
  editor: [showNewOrder, showUpload, startOrder, renameOrder, deleteOrder, sendZip],
};
