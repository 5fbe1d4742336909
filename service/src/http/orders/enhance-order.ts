import { type Static, Type } from "@sinclair/typebox";
import { readClock } from "../../database/clock.ts";
import type { Queries } from "../../database/database.ts";
import { groupingPriority } from "../../domain/grouping.ts";
import { pickPreferences, preferencesSchema } from "../../domain/preferences.ts";
import { invalid, notFound } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import type { Grouping } from "../../queue/jobs.ts";
import { findListed } from "../../store/bracket-store.ts";
import { beginGrouping, findOrder, type OrderRow } from "../../store/order-store.ts";
import { checkReadable, isDevMode, requireAccount } from "../requests.ts";
import type { App } from "../route.ts";
import { nullable } from "../schemas.ts";
import { changed, view } from "./order-view.ts";

/** POST /v3/orders/:order_id/process and /merge */
export function enhanceOrder(verb: "process" | "merge", app: App, parts: Parts): void {
  const { queries } = parts.database;
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
      const order = checkReadable(request, "order", order_id, await findOrder(queries, order_id));
      await startGrouping(parts, order, { body: request.body ?? {}, devMode: isDevMode(request) });
      return view(queries, order_id);
    },
  });
}

/** A request to group, and whether it came in development mode. */
interface AskedGrouping {
  readonly body: Static<typeof groupingSchema>;
  readonly devMode: boolean;
}

/** Groups the order's waiting brackets in the background. Throws 422 for lists that cannot be images, and 404. */
export async function startGrouping(
  { database, queue }: Pick<Parts, "database" | "queue">,
  { order_id, registrations }: OrderRow,
  { body, devMode }: AskedGrouping,
): Promise<void> {
  checkReferences(body.images ?? []);
  const grouping = groupingOf(body);
  await database.transact(async (transaction) => {
    if (grouping.by === "lists") await checkLists(transaction, order_id, grouping.lists);
    const bracketIds = grouping.by === "lists" ? grouping.lists.flat() : null;
    const groupingId = await beginGrouping(transaction, order_id, bracketIds);
    if (groupingId === undefined) throw notFound("order");
    const asked = { preferences: pickPreferences(body), devMode };
    const priority = groupingPriority(registrations, await readClock(transaction));
    await queue.send("group-order", { orderId: order_id, groupingId, grouping, ...asked }, transaction, { priority });
  });
  queue.wake("group-order");
}

/** Most brackets that one request groups by hand, and most of one image. */
export const maxBrackets = 500;

/** How to group the brackets of an order, and the preferences of the images. */
const groupingSchema = Type.Object({
  ...preferencesSchema.properties,
  number_of_brackets_per_image: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: maxBrackets,
        description: "Brackets of each image, in order of capture time",
      }),
    ),
  ),
  images: Type.Optional(
    nullable(
      Type.Array(
        Type.Object({
          bracket_ids: Type.Array(Type.String({ maxLength: 128 }), { minItems: 1, maxItems: maxBrackets }),
          reference_bracket_id: Type.Optional(
            nullable(
              Type.String({
                maxLength: 128,
                description:
                  "One of bracket_ids: the image keeps its view, shows what moved as it does, and gets its metadata; chosen automatically if absent",
              }),
            ),
          ),
        }),
        { maxItems: maxBrackets, description: "Groups by hand; at most 500 brackets in all" },
      ),
    ),
  ),
});

type AskedImage = NonNullable<Static<typeof groupingSchema>["images"]>[number];

/** By the client's lists, else by its number of brackets, else by the content of the pictures. */
function groupingOf({
  images,
  number_of_brackets_per_image: size,
}: {
  images?: readonly AskedImage[] | null;
  number_of_brackets_per_image?: number | null;
}): Grouping {
  if (images && images.length > 0) {
    const references = images.flatMap(({ reference_bracket_id: id }) => id ?? []);
    return { by: "lists", lists: images.map(({ bracket_ids }) => bracket_ids), references };
  }
  return size ? { by: "size", size } : { by: "sight" };
}

/** Throws 422 for references that are not in the list of their image. */
function checkReferences(images: readonly AskedImage[]): void {
  const foreign = images.flatMap(({ bracket_ids, reference_bracket_id: id }) =>
    id != null && !bracket_ids.includes(id) ? [id] : [],
  );
  if (foreign.length === 0) return;
  throw invalid({ images: foreign.map((id) => `The reference ${id} must be one of the bracket_ids of its image.`) });
}

/** Throws 422 with the ids that are unknown, given twice, in an image already, or not uploaded. */
async function checkLists(transaction: Queries, orderId: string, lists: readonly (readonly string[])[]): Promise<void> {
  const ids = lists.flat();
  if (ids.length > maxBrackets) {
    throw invalid({ images: [`At most ${maxBrackets} brackets can be grouped by hand, got ${ids.length}.`] });
  }
  const rows = await findListed(transaction, orderId, ids);
  const known = new Map(rows.map((row) => [row.bracket_id, row]));
  const seen = new Set<string>();
  const messages: string[] = [];
  for (const id of ids) {
    const row = known.get(id);
    if (seen.has(id)) messages.push(`The bracket ${id} is given twice.`);
    else if (!row) messages.push(`The order has no bracket ${id}.`);
    else if (row.image_id !== null) messages.push(`The bracket ${id} belongs to an image already.`);
    else if (row.source === null)
      messages.push(`The bracket ${id} has not been uploaded; PUT its file to the upload_url first.`);
    seen.add(id);
  }
  if (messages.length > 0) throw invalid({ images: messages });
}
