import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HandWorked, type Outcome, type WaitingJob } from "../support/hand-worked.ts";
import { type BracketModel, OrderModel } from "../support/order-model.ts";

const dailyEnhancements = 6;
/** `npm run -w service states` continues for ten minutes. */
const minutes = Number(process.env["LIGHTWELL_STATES_MINUTES"] ?? 0);

let service: HandWorked;
beforeAll(async () => {
  service = await HandWorked.open({ dailyEnhancements, sameNamePerHour: 1_000_000, requestsPerSecond: 1_000_000 });
});
afterAll(() => service.close());

type Row = Readonly<Record<string, string | boolean | null>>;
type Command = fc.AsyncCommand<OrderModel, object>;

/** Does something, with the model's word on what comes of it; then everything that GET says is compared. */
function command(name: string, act: (order: OrderModel) => Promise<void>): Command {
  return {
    check: () => true,
    async run(order) {
      await act(order);
      await compare(order);
    },
    toString: () => name,
  };
}

async function compare(order: OrderModel): Promise<void> {
  const [{ status, json }, listed] = await Promise.all([
    service.call("GET", `/v3/orders/${order.id}`),
    service.call("GET", `/v3/orders/${order.id}/brackets`),
  ]);
  expect([status, listed.status]).toEqual(order.isDeleted ? [404, 404] : [200, 200]);
  if (order.isDeleted) return;
  expect(json).toMatchObject({
    status: order.orderStatus,
    is_merging: order.groupings.size > 0,
    is_processing: order.isProcessing,
    total_images: order.shown.length,
    waiting_brackets: order.waitingBrackets,
  });
  const images = json["images"] as Row[];
  const seen = new Map(images.map(({ image_id, status }) => [image_id, status]));
  expect(seen).toEqual(new Map(order.shown.map(({ id, status }) => [id, status])));
  const brackets = (listed.json["brackets"] as Row[]).map((row) => [
    row["bracket_id"],
    row["is_uploaded"],
    row["image_id"],
  ]);
  const living = order.brackets.filter(({ isDeleted }) => !isDeleted);
  expect(brackets).toEqual(living.map(({ id, bytes, imageId }) => [id, bytes !== null, imageId]));
}

/** As the service orders them: by the millisecond, then by their ids. */
async function keepBracket(order: OrderModel, bracket: BracketModel): Promise<void> {
  const { json } = await service.call("GET", `/v3/orders/${order.id}/brackets`);
  const places = new Map((json["brackets"] as Row[]).map(({ bracket_id }, i) => [bracket_id, i]));
  order.brackets.push(bracket);
  const placeOf = ({ id, isDeleted }: BracketModel) => (isDeleted ? -1 : (places.get(id) ?? -1));
  order.brackets.sort((one, other) => placeOf(one) - placeOf(other));
}

const register = (kind: "image" | "frame" | "bracket") =>
  command(`register ${kind}`, async (order) => {
    const isBracket = kind === "bracket";
    const name = isBracket ? { name: "a.jpg" } : { image_name: "a.jpg", ...(kind === "frame" ? { hdr: true } : {}) };
    const path = isBracket ? "/v3/brackets" : "/v3/images";
    const { status, json } = await service.call("POST", path, { order_id: order.id, ...name });
    expect(status).toBe(order.isDeleted ? 422 : 200);
    if (order.isDeleted) return;
    const imageId = isBracket ? null : order.addImage(String(json["image_id"])).id;
    const address = String(json["upload_url"]);
    const [, id = ""] = /uploads\/([0-9a-f-]+)/.exec(address) ?? [];
    const place = kind === "frame" ? { imageId: null, heldImageId: imageId } : { imageId, heldImageId: null };
    await keepBracket(order, { id, address, ...place, bytes: null, isDeleted: false });
  });

let uploads = 0;

const upload = (which: number, isAgain: boolean) =>
  command(`upload ${which}${isAgain ? " again" : ""}`, async (order) => {
    const bracket = pick(order.brackets, which);
    if (!bracket) return;
    const fresh = Buffer.from(`\u00ff\u00d8\u00ff\u00e0 picture number ${++uploads}`, "latin1");
    const bytes = (isAgain && bracket.bytes) || fresh;
    const { status } = await service.call("PUT", bracket.address, bytes);
    expect(status).toBe(order.upload(bracket, bytes));
  });

const processImage = (which: number) =>
  command(`process image ${which}`, async (order) => {
    const image = pick(order.images, which);
    if (!image) return;
    const { status } = await service.call("POST", `/v3/images/${image.id}/process`);
    expect(status).toBe(order.process(image));
  });

/** By lists of the brackets whose places are given, where there are any; else by size, or by sight (0). */
const processOrder = (size: number, places: readonly number[]) =>
  command(`process order by ${size} or ${places}`, async (order) => {
    const lists = places.flatMap((place) => pick(order.brackets, place) ?? []).map((bracket) => [bracket]);
    const images = lists.map((list) => ({ bracket_ids: list.map(({ id }) => id) }));
    const body = images.length > 0 ? { images } : size > 0 ? { number_of_brackets_per_image: size } : {};
    const { status } = await service.call("POST", `/v3/orders/${order.id}/process`, body);
    expect(status).toBe(order.processOrder(lists));
    if (status !== 200) return;
    const asked = (await service.jobs()).findLast(({ name }) => name === "group-order");
    const listed = lists.length > 0 ? lists.flat().map(({ id }) => id) : null;
    order.groupings.set((asked?.name === "group-order" && asked.data.groupingId) || "none", listed);
  });

const remove = (what: "image" | "bracket", which: number) =>
  command(`remove ${what} ${which}`, async (order) => {
    const [image, bracket] = [pick(order.images, which), pick(order.brackets, which)];
    if (what === "image" && image) {
      const { status } = await service.call("DELETE", `/v3/images/${image.id}`);
      expect(status).toBe(order.removeImage(image));
    } else if (what === "bracket" && bracket) {
      const { status } = await service.call("DELETE", `/v3/brackets/${bracket.id}`);
      expect(status).toBe(order.removeBracket(bracket));
    }
  });

const removeOrder = command("remove order", async (order) => {
  const { status } = await service.call("DELETE", `/v3/orders/${order.id}`);
  expect(status).toBe(order.remove());
});

/** One image with its picture, also where the order does not list it. */
const look = (which: number) =>
  command(`look ${which}`, async (order) => {
    const image = pick(order.images, which);
    if (!image) return;
    const { status, json } = await service.call("GET", `/v3/images/${image.id}`);
    const picture = await service.call("GET", `/v3/images/${image.id}/enhanced`);
    if (image.isDeleted) return expect([status, picture.status]).toEqual([404, 404]);
    expect([status, json["status"]]).toEqual([200, order.statusOf(image)]);
    const { parentId } = image;
    const shown = parentId === null ? image : order.image(parentId);
    expect(picture.status).toBe(shown?.hasPicture && !shown.isDeleted ? 200 : 409);
  });

async function perform(order: OrderModel, job: WaitingJob, outcome: Outcome, isForgotten = false): Promise<void> {
  const hasFailed = await service.work(job, outcome, isForgotten);
  if (job.name === "enhance-image") expect(hasFailed).toBe(order.enhance(job.data, outcome));
  if (job.name !== "group-order") return;
  const { json } = await service.call("GET", `/v3/orders/${order.id}/brackets`);
  const rows = (json["brackets"] ?? []) as Row[];
  const placeOf = new Map(rows.map(({ bracket_id, image_id }) => [String(bracket_id), String(image_id)]));
  expect(hasFailed).toBe(order.group(job.data, outcome, placeOf));
}

/** A job that waits is done, and again where it is forgotten that it was. */
const work = (which: number, outcome: Outcome, isForgotten: boolean) =>
  command(`work ${which}: ${outcome}${isForgotten ? ", forgotten" : ""}`, async (order) => {
    const job = pick(await service.jobs(), which);
    if (job) await perform(order, job, outcome, isForgotten);
  });

const restart = command("restart", () => service.restart());

function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % Math.max(1, all.length)];
}

/** Once nothing is left to do, nothing is under way. */
async function settle(order: OrderModel): Promise<void> {
  for (;;) {
    const [job] = await service.jobs();
    if (!job) break;
    await perform(order, job, "made");
  }
  await compare(order);
  expect([order.groupings.size, order.shown.filter(({ status }) => status === "processing")]).toEqual([0, []]);
}

test(
  "what GET says of an order, its images and brackets follows from the requests and jobs before, in every order of them",
  async () => {
    const which = fc.nat({ max: 7 });
    const outcome = fc.constantFrom<Outcome>("made", "made", "made", "refused", "crashed");
    const often = [
      fc.constantFrom("image", "frame", "bracket", "bracket").map((kind) => register(kind as "image")),
      fc.tuple(which, fc.boolean()).map(([i, isAgain]) => upload(i, isAgain)),
      fc.tuple(which, outcome, fc.boolean()).map(([i, of, isForgotten]) => work(i, of, isForgotten)),
    ];
    const seldom = [
      fc.tuple(fc.nat({ max: 3 }), fc.array(which, { maxLength: 3 })).map(([n, all]) => processOrder(n, all)),
      fc.nat({ max: 3 }).map((n) => processOrder(n, [])),
      which.map(processImage),
      which.map(look),
      fc.tuple(fc.constantFrom("image", "bracket"), which).map(([what, i]) => remove(what as "image", i)),
    ];
    const once = fc.constantFrom(restart, restart, removeOrder);
    const commands = fc.commands([...often, ...often, ...often, ...seldom, ...seldom, once], {
      maxCommands: minutes > 0 ? 60 : 30,
      size: "max",
    });
    const property = fc.asyncProperty(commands, async (list) => {
      await service.renew();
      const order = new OrderModel(crypto.randomUUID(), dailyEnhancements);
      await service.call("POST", "/v3/orders", { order_id: order.id });
      await fc.asyncModelRun(() => ({ model: order, real: {} }), list);
      await settle(order);
    });
    const long = { numRuns: 1_000_000, interruptAfterTimeLimit: minutes * 60_000 };
    await fc.assert(property, minutes > 0 ? long : { numRuns: 8, seed: 5 });
  },
  (minutes + 2) * 60_000,
);
