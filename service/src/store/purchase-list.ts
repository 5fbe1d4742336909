import type { Queries } from "../database/database.ts";

const purchasesPerPage = 50;

/** A picture whose full size was downloaded, which is one credit. */
export interface ListedPurchase {
  readonly imageId: string;
  readonly imageName: string;
  readonly orderName: string | null;
  readonly orderId: string;
  readonly purchasedAt: Date;
  /** Whether the picture still exists. */
  readonly exists: boolean;
}

/** A page of an account's purchases, the newest first; `page` counts from 1. */
export async function listPurchases(
  queries: Queries,
  accountId: string,
  page: number,
): Promise<{ readonly purchases: readonly ListedPurchase[]; readonly hasMore: boolean }> {
  const rows = await queries
    .selectFrom("purchases")
    .innerJoin("images", "images.image_id", "purchases.image_id")
    .innerJoin("orders", "orders.order_id", "images.order_id")
    .select(["purchases.image_id", "purchases.purchased_at", "images.image_name", "images.is_deleted"])
    .select(["orders.order_id", "orders.name"])
    .where("purchases.account_id", "=", accountId)
    .orderBy("purchases.purchased_at", "desc")
    .orderBy("purchases.image_id")
    .limit(purchasesPerPage + 1)
    .offset((page - 1) * purchasesPerPage)
    .execute();
  const purchases = rows.slice(0, purchasesPerPage).map((row) => ({
    imageId: row.image_id,
    imageName: row.image_name,
    orderName: row.name,
    orderId: row.order_id,
    purchasedAt: row.purchased_at,
    exists: !row.is_deleted,
  }));
  return { purchases, hasMore: rows.length > purchasesPerPage };
}
