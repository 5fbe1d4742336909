import type { Database } from "../database/database.ts";
import type { ImageRow } from "./image-store.ts";

/** Records a purchase: one credit for each image, however often it is downloaded. */
export async function purchase(
  database: Database,
  { image_id, account_id }: Pick<ImageRow, "image_id" | "account_id">,
): Promise<void> {
  await database.transact(async (transaction) => {
    await transaction
      .insertInto("purchases")
      .values({ image_id, account_id, purchased_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction.updateTable("images").set({ downloaded: true }).where("image_id", "=", image_id).execute();
  });
}
