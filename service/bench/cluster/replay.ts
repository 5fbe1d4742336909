import { buffer } from "node:stream/consumers";
import type { Queries } from "../../src/database/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import type { OrderRecord } from "../kills/orders.ts";
import type { Json, PatientClient } from "../kills/patient-client.ts";
import { waitUntilMade } from "./wait-until-made.ts";

/** What an image was made from, and what was made. */
interface Made {
  readonly imageId: string;
  readonly sources: readonly { readonly name: string; readonly key: string; readonly sha256: string }[];
  readonly isMerged: boolean;
  readonly full: string;
  readonly preview: string;
}

const ordersAtOnce = 3;

/**
 * Sends what the cluster was sent to another service, order by order and set by set, and says of each picture that came
 * out otherwise. `queries` and `storage` are the cluster's.
 */
export async function replay(
  orders: readonly OrderRecord[],
  queries: Queries,
  storage: Storage,
  client: PatientClient,
): Promise<{ readonly compared: number; readonly problems: string[] }> {
  const problems: string[] = [];
  let compared = 0;
  const left = [...orders];
  const replaySome = async () => {
    for (let order = left.shift(); order; order = left.shift()) await replayOne(order);
  };
  const replayOne = async (order: OrderRecord) => {
    const made = await findMade(order, queries);
    const again = await sendAgain(made, storage, client);
    for (const [i, { imageId, full, preview }] of made.entries()) {
      compared++;
      if (again[i].preview !== preview)
        problems.push(`image ${imageId} has another preview than the embedded service makes`);
      if (again[i].full !== full) problems.push(`image ${imageId} is another picture than the embedded service makes`);
    }
  };
  await Promise.all(Array.from({ length: ordersAtOnce }, replaySome));
  return { compared, problems };
}

/** The finished images of an order, in the order in which they were registered. */
async function findMade({ orderId, imageIds }: OrderRecord, queries: Queries): Promise<Made[]> {
  const images = await queries
    .selectFrom("images")
    .select(["image_id", "result"])
    .where("order_id", "=", orderId)
    .where("status", "=", "processed")
    .orderBy("date_added")
    .orderBy("image_id")
    .execute();
  const brackets = await queries
    .selectFrom("brackets")
    .select(["image_id", "name", "source"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
  return images.map(({ image_id: imageId, result }) => ({
    imageId,
    isMerged: !imageIds.includes(imageId),
    sources: brackets.flatMap(({ image_id, name, source }) =>
      image_id === imageId && source ? { name, key: source.key, sha256: source.sha256 } : [],
    ),
    full: result?.full.sha256 ?? "",
    preview: result?.preview.sha256 ?? "",
  }));
}

/** SHA-256 of what is made of the same uploads, image by image. */
async function sendAgain(made: readonly Made[], storage: Storage, client: PatientClient) {
  const { order_id: orderId } = await client.ask("POST", "/v3/orders", {});
  const upload = async (path: string, body: Json, key: string) => {
    const registered = await client.ask("POST", path, { order_id: orderId, ...body });
    await client.ask("PUT", String(registered["upload_url"]), await buffer(await storage.read(key)));
    return registered;
  };
  const sets: { readonly bracket_ids: string[] }[] = [];
  const ids: (string | undefined)[] = [];
  for (const { sources, isMerged } of made) {
    if (isMerged) {
      const bracketIds: string[] = [];
      for (const { name, key } of sources) {
        bracketIds.push(String((await upload("/v3/brackets", { name }, key))["bracket_id"]));
      }
      sets.push({ bracket_ids: bracketIds });
      ids.push(undefined);
    } else {
      const [{ name, key }] = sources;
      ids.push(String((await upload("/v3/images", { image_name: name }, key))["image_id"]));
    }
  }
  if (sets.length > 0) await client.ask("POST", `/v3/orders/${orderId}/process`, { images: sets });
  const images = await waitUntilMade(client, String(orderId), made.length);
  // Merged ones in the order of their sets.
  const merged = images.filter(({ image_id: id }) => !ids.includes(String(id)));
  const answers: { readonly full: string; readonly preview: string }[] = [];
  for (const id of ids) {
    const imageId = id ?? String(merged.shift()?.["image_id"]);
    const hashOf = async (query: string) =>
      String((await client.ask("GET", `/v3/images/${imageId}/enhanced?response=json&${query}`))["sha256"]);
    answers.push({ full: await hashOf("preview=false"), preview: await hashOf("preview=true") });
  }
  return answers;
}
