import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AccountTask, performAccountTask } from "../src/account-task.ts";
import { buildApp } from "../src/app.ts";
import { storageKey } from "../src/storage/storage.ts";
import { removeExpired } from "../src/store/account-storage.ts";
import { createAccount, findAccountId } from "../src/store/account-store.ts";
import { insertBracket } from "../src/store/bracket-store.ts";
import { recordEvent } from "../src/store/event-store.ts";
import { findImage } from "../src/store/image-store.ts";
import { postMail } from "../src/store/mails.ts";
import { addPart, insertUpload } from "../src/store/resumable-uploads.ts";
import { beginSession, findSession } from "../src/store/session-store.ts";
import { createShare } from "../src/store/shares.ts";
import { checkSignIn } from "../src/store/sign-in.ts";
import { makeSignInLink } from "../src/store/sign-in-links.ts";
import { inviteMember } from "../src/store/team.ts";
import { buildCheckedApp } from "./support/checked-app.ts";
import { addMember } from "./support/members.ts";
import { smallPicture } from "./support/small-picture.ts";
import { storeResult } from "./support/stored-result.ts";
import { makeTestParts, type TestParts } from "./support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
let number = 0;
let email: string;
let accountId: string;
let memberId: string;
let key: string;

beforeAll(async () => {
  parts = await makeTestParts();
  app = await buildCheckedApp(parts);
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
beforeEach(async () => {
  email = `ann${number++}@example.org`;
  const made = await createAccount(parts.database, parts.secrets, { email, password: "a long enough password" });
  ({ accountId, memberId } = made);
  key = made.apiKey;
});

const act = (task: AccountTask) => performAccountTask(task, parts);
const list = async () => (await app.inject({ url: "/v3/orders", headers: { "x-api-key": key } })).statusCode;

/** Registers an image of the account and uploads it. */
async function upload(at = app) {
  const registered = await at.inject({
    ...{ method: "POST", url: "/v3/images", headers: { "x-api-key": key } },
    payload: { image_name: "a.jpg" },
  });
  const { image_id, upload_url } = registered.json() as { readonly image_id: string; readonly upload_url: string };
  const { pathname, search } = new URL(upload_url);
  const put = async () =>
    (await at.inject({ method: "PUT", url: pathname + search, payload: await smallPicture() })).statusCode;
  return { imageId: image_id, put };
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const one of parts.storage.list()) keys.push(one);
  return keys;
}

test("a suspended account can do nothing until it is resumed, and then everything", async () => {
  const { queries } = parts.database;
  const { put } = await upload();
  const session = await beginSession(queries, { accountId, memberId });
  await act({ action: "suspend", email });
  expect([await list(), await put(), await findSession(queries, session)]).toEqual([401, 404, undefined]);
  const signIn = () => checkSignIn(queries, { email, password: "a long enough password", ip: "::1" });
  expect((await signIn()).outcome).toBe("refused");
  expect(await act({ action: "list" })).toMatch(new RegExp(`^${email} {2}standard {2}\\S+ {2}suspended$`, "m"));
  await act({ action: "resume", email });
  expect([await list(), await put(), (await signIn()).outcome]).toEqual([200, 200, "known"]);
});

test("a deleted account is gone for clients, with its files, and can only be erased", async () => {
  const { imageId, put } = await upload();
  const before = await storedKeys();
  expect(await put()).toBe(200);
  await act({ action: "delete", email });
  expect(await list()).toBe(401);
  expect((await app.inject(`/v3/images/${imageId}`)).statusCode).toBe(404);
  expect(await storedKeys()).toEqual(before);
  await expect(act({ action: "resume", email })).rejects.toThrow("was deleted; erase removes the rest of it");
  await act({ action: "erase", email });
  expect(await findAccountId(parts.database.queries, email)).toBeUndefined();
});

test("an erased account leaves no row and no byte, and others keep theirs", async () => {
  const { queries } = parts.database;
  const kept = await storedKeys();
  const first = await queries
    .selectFrom("accounts")
    .select("account_id")
    .where("email", "=", "one@example.org")
    .execute();
  const { imageId, put } = await upload();
  await put();
  await queries
    .updateTable("accounts")
    .set({ webhook_url: "https://example.org/" })
    .where("account_id", "=", accountId)
    .execute();
  await recordEvent(queries, parts.queue, accountId, { event: "image_registered", image_id: imageId, order_id: "x" });
  await storeResult(parts, imageId);
  await queries
    .insertInto("purchases")
    .values({ image_id: imageId, account_id: accountId, purchased_at: new Date() })
    .execute();
  await addFromPages(imageId);
  // Another account invited this one's owner, who invited someone else.
  const others = { accountId: first[0].account_id, email: "one@example.org" };
  await inviteMember(queries, others, { email, role: "viewer" });
  await inviteMember(queries, { accountId, email, actor: email }, { email: "bea@example.org", role: "viewer" });
  expect(await storedKeys()).toHaveLength(kept.length + 4);
  expect(await act({ action: "erase", email })).toBe(
    `Erased ${email}: 4 files and every row; a search found nothing left\n`,
  );
  expect((await storedKeys()).sort()).toEqual([...kept].sort());
  for (const table of ["orders", "images", "brackets", "events", "purchases", "api_keys"] as const) {
    expect(await queries.selectFrom(table).select("account_id").where("account_id", "=", accountId).execute()).toEqual(
      [],
    );
  }
  expect(
    await queries.selectFrom("accounts").select("account_id").where("email", "=", "one@example.org").execute(),
  ).toEqual(first);
  expect(await act({ action: "log", email })).toBe("");
  expect(await act({ action: "log", email: accountId })).toMatch(
    / add .*standard\n.* member-invite .*\n.* delete .*\n.* erase .*\n$/,
  );
  const mails = await queries.selectFrom("mails").select("sealed").execute();
  expect(mails.map(({ sealed }) => JSON.parse(parts.secrets.open(sealed)).email)).toEqual(["one@example.org"]);
  const record = JSON.stringify(await queries.selectFrom("account_actions").selectAll().execute());
  expect([record.includes(`"${email}"`), record.includes("bea@example.org")]).toEqual([false, false]);
});

/** What an account leaves in every table of the pages: a link, an upload on its way, and what members wait for. */
async function addFromPages(imageId: string): Promise<void> {
  const { queries } = parts.database;
  const image = await findImage(queries, imageId);
  const orderId = image?.order_id ?? "";
  await createShare(queries, { accountId, orderId, expiresAt: new Date(Date.now() + 60_000) });
  const unplaced = { accountId, orderId, name: "b.jpg", imageId: null, heldImageId: null, contentType: null };
  const { bracket_id: bracketId } = await insertBracket(queries, unplaced);
  const expiresAt = new Date(Date.now() + 60_000);
  await insertUpload(queries, { bracketId, accountId, orderId, sizeBytes: 100, modifiedMs: 1, expiresAt });
  const key = storageKey("part");
  await parts.storage.write(key, Readable.from([Buffer.alloc(10)]), 10);
  await addPart(queries, bracketId, { start: 0, sizeBytes: 10, key }, expiresAt);
  await beginSession(queries, { accountId, memberId });
  await makeSignInLink(queries, memberId);
  const colleague = `colleague${number}@example.org`;
  await addMember(parts, accountId, { email: colleague, role: "viewer" });
  for (const to of [email, colleague, "one@example.org"])
    await postMail(parts, { kind: "sign-in", email: to, publicUrl: "" });
  await postMail(parts, { kind: "join", email: "new@example.org", account: email, role: "viewer", url: "" });
}

test("an account that has used up its storage uploads no more; its tier's bound counts before the common one", async () => {
  const { put } = await upload();
  expect(await put()).toBe(200);
  const limitsFile = { tiers: { standard: { storageMb: 1 } } };
  await parts.database.queries
    .updateTable("brackets")
    .set({ source: sql`jsonb_set(source, '{sizeBytes}', '1048577')` as never })
    .where("account_id", "=", accountId)
    .execute();
  const bounded = await buildCheckedApp({ ...parts, config: { ...parts.config, storageMb: 1000, limitsFile } });
  const next = await upload(bounded);
  expect(await next.put()).toBe(507);
  await bounded.close();
});

test("orders go with their files once they were not changed for as many days as their account keeps them", async () => {
  const { queries } = parts.database;
  const old = await upload();
  await old.put();
  await queries
    .updateTable("orders")
    .set({ last_updated_at: new Date(Date.now() - 11 * 86_400_000) })
    .where("account_id", "=", accountId)
    .execute();
  const fresh = await upload();
  const config = { ...parts.config, limitsFile: { accounts: { [email]: { retentionDays: 10 } } } };
  expect(await removeExpired(parts.database, parts.queue, config)).toBe(1);
  expect(await removeExpired(parts.database, parts.queue, config)).toBe(0);
  const look = async ({ imageId }: typeof old) => (await app.inject(`/v3/images/${imageId}`)).statusCode;
  expect([await look(old), await look(fresh)]).toEqual([404, 200]);
});

test("what is done with an account is on record, with its time", async () => {
  await act({ action: "set-tier", email, tier: "essential" });
  await act({ action: "set-password", email });
  await act({ action: "suspend", email });
  const lines = (await act({ action: "log", email })).trimEnd().split("\n");
  expect(lines.map((line) => line.split("  ").slice(1).join(" "))).toEqual([
    `add ${email} standard`,
    `set-tier ${email} essential`,
    `set-password ${email}`,
    `suspend ${email}`,
  ]);
  expect(new Date(lines[0].split("  ")[0]).getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("an invitation makes one account, of its tier, and only once", async () => {
  const invited = `new${number}@example.org`;
  const answer = await act({ action: "invite", email: invited, tier: "trial" });
  const [, token] = /\/sign-up\?token=(\S+)\n$/.exec(answer) ?? [];
  const pages = await buildApp(parts);
  const form = await pages.inject(`/sign-up?token=${token}`);
  expect(form.statusCode).toBe(200);
  expect(form.body).toContain(invited);
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(form.body) ?? [];
  const cookies = Object.fromEntries(form.cookies.map(({ name, value }) => [name, value]));
  const send = (password: string) =>
    pages.inject({
      ...{ method: "POST", url: "/sign-up", cookies },
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ csrf, token, password }).toString(),
    });
  expect((await send("short")).statusCode).toBe(422);
  const made = await send("a long enough password");
  expect([made.statusCode, made.headers.location]).toEqual([303, "/app/orders"]);
  expect(await act({ action: "list" })).toContain(`${invited}  trial`);
  expect((await send("a long enough password")).statusCode).toBe(404);
  expect((await pages.inject("/sign-up?token=wrong")).statusCode).toBe(404);
  await pages.close();
});
