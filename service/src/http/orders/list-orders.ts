import { Type } from "@sinclair/typebox";
import type { Queries } from "../../database/database.ts";
import { HttpError } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { findOrders, type OrderRow } from "../../store/order-store.ts";
import { countImagesOfOrders } from "../../store/shown-images.ts";
import { requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { errorAnswers, nullable } from "../schemas.ts";
import { viewOrders } from "./order-view.ts";

const pageLimit = 100;

/** GET /v3/orders */
export function listOrders(app: App, { config, database: { queries } }: Parts): void {
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
          {
            description:
              "A page of the account's orders; fewer than per_page if more would have too many images together",
          },
        ),
        ...errorAnswers(),
      },
    },
    async handler(request) {
      const { accountId } = requireAccount(request);
      const { offset, per_page } = request.query;
      const after = offset ? readOffset(offset) : undefined;
      const rows = await findOrders(queries, accountId, { most: per_page + 1, ...(after ? { after } : {}) });
      const onPage = await thatFit(queries, rows.slice(0, per_page), config.orderImages);
      const last = onPage.at(-1);
      const next_offset = rows.length > onPage.length && last ? writeOffset(last) : null;
      return { orders: await viewOrders(queries, onPage), pagination: { next_offset, per_page } };
    },
  });
}

/** The first orders, with at most `most` images together. */
async function thatFit(queries: Queries, rows: readonly OrderRow[], most: number): Promise<readonly OrderRow[]> {
  const counts = await countImagesOfOrders(
    queries,
    rows.map(({ order_id }) => order_id),
  );
  let images = 0;
  const beyond = rows.findIndex(({ order_id }, i) => {
    images += counts.get(order_id) ?? 0;
    return i > 0 && images > most;
  });
  return beyond === -1 ? rows : rows.slice(0, beyond);
}

function writeOffset({ created_at, order_id }: { created_at: Date; order_id: string }): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), order_id])).toString("base64url");
}

/** Accepts only the output of `writeOffset`: clients may send anything, and not every time or text can be stored. */
const offsetPattern = /^\["([1-9]\d{3}-\d\d-\d\dT[\d:.]{12}Z)","([A-Za-z0-9._-]{1,128})"\]$/;

function readOffset(offset: string): { createdAt: Date; orderId: string } {
  const [, time = "", orderId = ""] = offsetPattern.exec(Buffer.from(offset, "base64url").toString("utf8")) ?? [];
  const createdAt = new Date(time);
  if (!Number.isNaN(createdAt.getTime())) return { createdAt, orderId };
  throw new HttpError(422, "The request is not valid; detail names the fields.", {
    query: { offset: ["Must be the next_offset of an earlier page."] },
  });
}
