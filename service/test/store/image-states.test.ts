import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImageResult } from "../../src/database/stored-values.ts";
import type { ImageStatus } from "../../src/domain/statuses.ts";
import { findAccount } from "../../src/store/account-store.ts";
import { deletePictures } from "../../src/store/delete-pictures.ts";
import { beginEnhancement, failAttempt, finishAttempt, markWaiting } from "../../src/store/image-states.ts";
import { findImage, insertImage } from "../../src/store/image-store.ts";
import { ensureOrder, isOrderProcessing, lockOrder } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../support/test-parts.ts";

const dailyLimit = 4;

let parts: TestParts;
beforeAll(async () => {
  parts = await makeTestParts({ dailyEnhancements: dailyLimit });
  await parts.database.queries.updateTable("accounts").set({ webhook_url: "https://example.org/" }).execute();
});
afterAll(() => parts.close());

/** What must be seen of one image of an order. */
interface ImageModel {
  status: ImageStatus;
  attempt: number;
  isDeleted: boolean;
  /** Of the picture that is kept, as its storage key. */
  picture: string | null;
  /** Whether each event of its ends was an error. */
  ends: boolean[];
}

interface Model {
  readonly images: ImageModel[];
  /** Enhancements of today. */
  counted: number;
}

interface Real {
  readonly orderId: string;
  readonly imageIds: readonly string[];
}

type Command = fc.AsyncCommand<Model, Real>;

function resultNamed(key: string): ImageResult {
  const file = { sizeBytes: 1, sha256: "", width: 1, height: 1 };
  return { full: { key, ...file }, preview: { key: `${key}-preview`, ...file }, isThreesixty: false, warnings: [] };
}

/** A command on the image `i`: what it does, and what the model says must come of it. */
function command(
  name: string,
  i: number,
  act: (model: ImageModel, real: { readonly orderId: string; readonly imageId: string }, all: Model) => Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      await act(model.images[i], { orderId: real.orderId, imageId: real.imageIds[i] }, model);
      await compare(model, real);
    },
    toString: () => `${name}(${i})`,
  };
}

async function compare({ images, counted }: Model, { orderId, imageIds }: Real): Promise<void> {
  const { queries } = parts.database;
  for (const [i, expected] of images.entries()) {
    const image = await findImage(queries, imageIds[i]);
    expect(image === undefined).toBe(expected.isDeleted);
    if (!image) continue;
    const { status, attempt } = expected;
    expect(image).toMatchObject({ status, attempt });
    expect(image.result?.full.key ?? null).toBe(expected.picture);
  }
  const events = await queries
    .selectFrom("events")
    .select("payload")
    .where("order_id", "=", orderId)
    .orderBy("sequence")
    .execute();
  for (const [i, { ends }] of images.entries()) {
    const own = events.filter(({ payload }) => payload["image_id"] === imageIds[i]);
    expect(own.map(({ payload }) => payload["error"])).toEqual(ends);
  }
  const isProcessing = images.some(({ status, isDeleted }) => status === "processing" && !isDeleted);
  expect(await isOrderProcessing(queries, orderId)).toBe(isProcessing);
  const [day] = await queries.selectFrom("enhancement_days").select("enhancements").execute();
  expect(day?.enhancements ?? 0).toBe(counted);
}

const begin = (i: number) =>
  command("begin", i, async (image, { orderId, imageId }, model) => {
    const account = await findAccount(parts.database.queries, parts.accountId);
    const begun = await parts.database.transact(async (transaction) => {
      await lockOrder(transaction, orderId);
      if (!account) throw new Error("no account");
      return beginEnhancement(transaction, parts, imageId, account);
    });
    if (image.isDeleted) return expect(begun).toBe("deleted");
    if (model.counted < dailyLimit) {
      model.counted++;
      image.attempt++;
      image.status = "processing";
    } else if (image.status === "registered" || image.status === "error") {
      image.status = "error";
      image.ends.push(true);
    } else {
      return expect(begun).toBe("kept");
    }
    expect(begun).toBe(image.status);
  });

/** Of the last attempt, or of the one before it. */
const finish = (i: number, age: number) =>
  command(`finish ${age}`, i, async (image, { imageId }) => {
    const key = randomUUID();
    const attempt = image.attempt - age;
    const { unused } = await parts.database.transact((transaction) =>
      finishAttempt(transaction, parts.queue, { imageId, attempt }, resultNamed(key)),
    );
    const counts = age === 0 && image.status === "processing" && !image.isDeleted;
    const left = counts ? image.picture : key;
    expect(unused).toEqual(left === null ? [] : [left, `${left}-preview`]);
    if (!counts) return;
    image.status = "processed";
    image.picture = key;
    image.ends.push(false);
  });

const fail = (i: number, age: number) =>
  command(`fail ${age}`, i, async (image, { imageId }) => {
    const attempt = image.attempt - age;
    await parts.database.transact((transaction) =>
      failAttempt(transaction, parts.queue, { imageId, attempt }, "input: broken"),
    );
    if (age > 0 || image.status !== "processing" || image.isDeleted) return;
    image.status = "error";
    image.ends.push(true);
  });

/** The state stays, and no event is recorded. */
const park = (i: number) =>
  command("park", i, async (image, { imageId }) => {
    const waits = await markWaiting(parts.database.queries, { imageId, attempt: image.attempt });
    expect(waits).toBe(image.status === "processing" && !image.isDeleted);
  });

const remove = (i: number) =>
  command("remove", i, async (image, { orderId, imageId }) => {
    await parts.database.transact(async (transaction) => {
      await lockOrder(transaction, orderId);
      await deletePictures(transaction, parts.queue, { imageId });
    });
    image.isDeleted = true;
  });

const nextDay: Command = {
  check: () => true,
  async run(model, real) {
    await parts.database.queries.deleteFrom("enhancement_days").execute();
    model.counted = 0;
    await compare(model, real);
  },
  toString: () => "nextDay",
};

test("an image's state, picture, counts and events follow from what was done, in every order of it", async () => {
  const image = fc.nat({ max: 1 });
  const age = fc.constantFrom(0, 0, 0, 1);
  const anything = [
    ...[begin, begin, begin, park].map((make) => image.map(make)),
    ...[finish, finish, fail].map((make) => fc.tuple(image, age).map(([i, old]) => make(i, old))),
    fc.constant(nextDay),
    image.map(remove),
  ];
  const run = async (commands: Iterable<Command>) => {
    const orderId = randomUUID();
    const imageIds = [randomUUID(), randomUUID()];
    const { accountId, database } = parts;
    const common = { orderId, accountId, name: "a.jpg", contentType: null, preferences: {}, devMode: false };
    await database.queries.deleteFrom("enhancement_days").execute();
    await ensureOrder(database.queries, accountId, { orderId });
    for (const imageId of imageIds) await insertImage(database.queries, { ...common, imageId });
    const setup = () => ({
      model: {
        images: imageIds.map(
          (): ImageModel => ({ status: "registered", attempt: 0, isDeleted: false, picture: null, ends: [] }),
        ),
        counted: 0,
      },
      real: { orderId, imageIds },
    });
    await fc.asyncModelRun(setup, commands);
  };
  const property = fc.asyncProperty(fc.commands(anything, { maxCommands: 16, size: "max" }), run);
  await fc.assert(property, { numRuns: 30 });
});
