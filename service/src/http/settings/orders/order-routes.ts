import type { SettingsRoute } from "../settings-parts.ts";
import { sendThumbnail } from "./send-thumbnail.ts";
import { showOrder } from "./show-order.ts";
import { showOrders } from "./show-orders.ts";

/** /settings/orders: recent orders with small pictures of what was made. */
export const orderRoutes: readonly SettingsRoute[] = [showOrders, showOrder, sendThumbnail];
