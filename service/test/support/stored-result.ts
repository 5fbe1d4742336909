import { Readable } from "node:stream";
import type { Parts } from "../../src/parts.ts";
import { storageKey } from "../../src/storage/storage.ts";

/** Stores two small files as the finished picture and the preview of the image; their keys. */
export async function storeResult({ database, storage }: Parts, imageId: string): Promise<[string, string]> {
  const keys: [string, string] = [storageKey("full"), storageKey("preview")];
  const [full, preview] = await Promise.all(
    keys.map(async (key) => {
      const { sizeBytes, sha256 } = await storage.write(key, Readable.from([Buffer.from("bytes")]), 5);
      return { key, sizeBytes, sha256, width: 1, height: 1 };
    }),
  );
  await database.queries
    .updateTable("images")
    .set({ result: JSON.stringify({ full, preview, isThreesixty: false, warnings: [] }) })
    .where("image_id", "=", imageId)
    .execute();
  return keys;
}
