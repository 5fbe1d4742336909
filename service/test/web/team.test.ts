import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/store/account-store.ts";
import { findMemberByEmail } from "../../src/store/member-store.ts";
import { inviteMember, maxMembers, removeMember } from "../../src/store/team.ts";
import { BrowserLike, type Page } from "../support/browser-like.ts";
import { buildCheckedApp } from "../support/checked-app.ts";
import { addMember, signedIn } from "../support/members.ts";
import { givePassword, makeTestParts, type TestParts } from "../support/test-parts.ts";

const password = "a long enough password";
const email = "one@example.org";

let parts: TestParts;
let app: FastifyInstance;
let owner: BrowserLike;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 1_000_000 });
  app = await buildCheckedApp(parts);
  await givePassword(parts, parts.accountId, password);
  owner = new BrowserLike(app);
  await owner.signIn(email, password);
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

const tokenOf = ({ text }: Page) => /\/join\?token=([\w-]{43})/.exec(text)?.[1] ?? "";

async function inviteAndJoin(name: string, role: string): Promise<BrowserLike> {
  const token = tokenOf(await owner.post("/settings/team/invite", { email: name, role }));
  const browser = new BrowserLike(app);
  await browser.get(`/join?token=${token}`);
  expect((await browser.post("/join", { token, password })).status).toBe(303);
  await browser.get("/settings");
  return browser;
}

async function idOf(name: string): Promise<string> {
  const member = await findMemberByEmail(parts.database.queries, name);
  return member?.memberId ?? "";
}

test("an invited person joins once, with an own password and role", async () => {
  const invited = await owner.post("/settings/team/invite", { email: " Bea@Example.org ", role: "editor" });
  const token = tokenOf(invited);
  expect((await owner.get("/settings/team")).text).toContain("bea@example.org");
  const stored = await parts.database.queries.selectFrom("member_invitations").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  const bea = new BrowserLike(app);
  const form = await bea.get(`/join?token=${token}`);
  expect(form.text).toContain("invites <bdi>bea@example.org</bdi>, as editor.");
  expect((await bea.post("/join", { token, password: "short" })).status).toBe(422);
  expect((await bea.post("/join", { token, password: "" })).status).toBe(422);
  expect((await bea.post("/join", { token, password })).location).toBe("/app/orders");
  expect((await bea.post("/join", { token, password })).status).toBe(403);
  const late = new BrowserLike(app);
  await late.get("/sign-in");
  expect((await late.post("/join", { token, password })).status).toBe(404);
  const again = new BrowserLike(app);
  expect((await again.signIn("bea@example.org", password)).status).toBe(303);
  const page = await again.get("/settings");
  expect(page.text).toContain("<dd>editor</dd>");
  expect(page.text).not.toContain('id="api-key"');
  expect((await again.get("/settings/webhook")).status).toBe(403);
});

test("an invitation ends when it is withdrawn, repeated or out of date", async () => {
  const first = tokenOf(await owner.post("/settings/team/invite", { email: "cleo@example.org", role: "viewer" }));
  const second = tokenOf(await owner.post("/settings/team/invite", { email: "cleo@example.org", role: "editor" }));
  const browser = new BrowserLike(app);
  expect((await browser.get(`/join?token=${first}`)).status).toBe(404);
  expect((await browser.get(`/join?token=${second}`)).status).toBe(200);
  expect((await owner.post("/settings/team/withdraw", { email: "cleo@example.org" })).location).toContain("withdrawn");
  expect((await browser.get(`/join?token=${second}`)).status).toBe(404);
  expect((await owner.post("/settings/team/withdraw", { email: "cleo@example.org" })).status).toBe(404);
  const third = tokenOf(await owner.post("/settings/team/invite", { email: "cleo@example.org", role: "viewer" }));
  await parts.database.queries.updateTable("member_invitations").set({ expires_at: new Date() }).execute();
  expect((await browser.get(`/join?token=${third}`)).status).toBe(404);
});

test("an address with an account elsewhere cannot join, as if the invitation had expired", async () => {
  await createAccount(parts.database, parts.secrets, { email: "taken@example.org" });
  const token = tokenOf(await owner.post("/settings/team/invite", { email: "taken@example.org", role: "viewer" }));
  const browser = new BrowserLike(app);
  await browser.get(`/join?token=${token}`);
  const refused = await browser.post("/join", { token, password });
  const unknown = await browser.post("/join", { token: "none", password });
  expect([refused.status, refused.text]).toEqual([404, unknown.text]);
});

test("a role that is changed applies to the next request, and a removed member is signed out", async () => {
  const dan = await inviteAndJoin("dan@example.org", "viewer");
  expect((await dan.get("/app/orders/new")).status).toBe(403);
  const id = await idOf("dan@example.org");
  await owner.get("/settings");
  expect((await owner.post(`/settings/team/${id}/role`, { role: "editor" })).location).toBe("/settings/team?done=role");
  expect((await dan.get("/app/orders/new")).status).toBe(200);
  expect((await owner.post(`/settings/team/${id}/remove`)).location).toBe("/settings/team?done=removed");
  expect((await dan.get("/app/orders")).location).toBe("/sign-in");
  expect((await owner.post(`/settings/team/${id}/remove`)).status).toBe(404);
});

test("the last owner stays, also if two leave at the same time", async () => {
  const { database } = parts;
  const made = await createAccount(database, parts.secrets, { email: "pair@example.org" });
  const pair = { accountId: made.accountId, email: "pair@example.org" };
  const alone = await signedIn(app, parts, made);
  expect((await alone.post(`/settings/team/${made.memberId}/remove`)).text).toContain("keeps at least one owner");
  expect((await alone.post(`/settings/team/${made.memberId}/role`, { role: "viewer" })).status).toBe(409);
  const second = await addMember(parts, made.accountId, { email: "second@example.org", role: "owner" });
  const outcomes = await Promise.all(
    [made.memberId, second].map((id) => database.transact((transaction) => removeMember(transaction, pair, id))),
  );
  expect(outcomes.sort()).toEqual(["last-owner", undefined]);
});

test("a team has a bounded number of members and invitations", async () => {
  const { accountId } = await createAccount(parts.database, parts.secrets, { email: "full@example.org" });
  const account = { accountId, email: "full@example.org" };
  const add = (i: number) =>
    parts.database.transact((transaction) =>
      inviteMember(transaction, account, { email: `p${i}@example.org`, role: "viewer" }),
    );
  for (let i = 1; i < maxMembers; i++) expect(await add(i)).toHaveProperty("token");
  expect(await add(maxMembers)).toEqual({ refused: "full" });
  expect(await add(1)).toHaveProperty("token");
});

test.each([["no address"], ["a@b, c@d"], ["Name <a@b>"]])("%s is not invited", async (given) => {
  await owner.get("/settings");
  const page = await owner.post("/settings/team/invite", { email: given, role: "viewer" });
  expect([page.status, page.text]).toEqual([422, expect.stringContaining("This is not an e-mail address.")]);
});

test("every change of a team is on record, with who made it", async () => {
  await inviteAndJoin("eve@example.org", "viewer");
  await owner.get("/settings");
  await owner.post(`/settings/team/${await idOf("eve@example.org")}/role`, { role: "editor" });
  await owner.post(`/settings/team/${await idOf("eve@example.org")}/remove`);
  const rows = await parts.database.queries
    .selectFrom("account_actions")
    .select(["action", "detail", "actor", "email"])
    .where("member_email", "=", "eve@example.org")
    .orderBy("action_id")
    .execute();
  expect(rows).toEqual([
    { action: "member-invite", detail: "viewer", actor: email, email },
    { action: "member-join", detail: "viewer", actor: "eve@example.org", email },
    { action: "member-role", detail: "editor", actor: email, email },
    { action: "member-remove", detail: null, actor: email, email },
  ]);
});

test("a member sees the own sessions, and ends one or all others", async () => {
  const fay = await inviteAndJoin("fay@example.org", "viewer");
  const others = [new BrowserLike(app), new BrowserLike(app), new BrowserLike(app)];
  for (const one of others) await one.signIn("fay@example.org", password);
  const { text } = await fay.get("/settings");
  expect(text.match(/\(this one\)/g)).toHaveLength(1);
  const keys = [...text.matchAll(/name="session" value="([0-9a-f]{64})"/g)].map(([, key]) => key);
  expect(keys).toHaveLength(3);
  expect((await fay.post("/settings/sessions/end", { session: keys[0] })).status).toBe(303);
  const states = async () => Promise.all(others.map(async (one) => (await one.get("/settings")).status));
  expect((await states()).filter((status) => status === 303)).toHaveLength(1);
  await fay.get("/settings");
  await fay.post("/settings/sessions/end", { session: "others" });
  expect(await states()).toEqual([303, 303, 303]);
  expect((await fay.get("/settings")).status).toBe(200);
});

test("a member who signs in by links can set a first password, and confirms it from then on", async () => {
  const memberId = await addMember(parts, parts.accountId, { email: "gil@example.org", role: "viewer" });
  const gil = await signedIn(app, parts, { accountId: parts.accountId, memberId });
  expect((await gil.get("/settings")).text).toContain("Set a password");
  expect((await gil.post("/settings/password", { new_password: password })).location).toBe("/settings?done=password");
  await gil.get("/settings");
  expect((await gil.post("/settings/password", { new_password: "another long password" })).status).toBe(422);
  expect((await new BrowserLike(app).signIn("gil@example.org", password)).status).toBe(303);
});

test("the account page shows the storage against its limit", async () => {
  await parts.database.queries
    .updateTable("accounts")
    .set({ storage_mb: 7 })
    .where("account_id", "=", parts.accountId)
    .execute();
  expect((await owner.get("/settings")).text).toContain("0 of 7 MB");
});

test("invitations by e-mail are limited for each person and account; those that are passed on by hand are not", async () => {
  const config = { ...parts.config, smtpUrl: "smtp://127.0.0.1:9", mailFrom: "lightwell@example.com" };
  const mailing = await buildCheckedApp({ ...parts, config });
  const studio = { email: "busy@example.org", password };
  const { accountId } = await createAccount(parts.database, parts.secrets, studio);
  const memberId = await addMember(parts, accountId, { email: "busy-owner@example.org", role: "owner" });
  const busy = await signedIn(mailing, parts, { accountId, memberId });
  const invite = (name: string) => busy.post("/settings/team/invite", { email: name, role: "viewer" });
  for (let i = 0; i < 3; i++) expect((await invite("dora@example.org")).status).toBe(303);
  const mails = () => parts.database.queries.selectFrom("mails").select("mail_id").execute();
  const sent = (await mails()).length;
  const refused = await invite("Dora@example.org");
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringMatching(/Too many invitations were sent\. Try again in \d+ min\./),
  ]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  // Other spellings of the address reach the same person.
  expect((await invite("dora+again@example.org")).status).toBe(429);
  for (const domain of ["exam\u00adple.org", "example\u3002org", "\uff45xample.org"])
    expect((await invite(`dora@${domain}`)).status).toBe(422);
  expect(await mails()).toHaveLength(sent);
  // The three before count for the account; an invitation that is refused does not.
  expect((await invite("busy-owner@example.org")).status).toBe(409);
  for (let i = 3; i < 20; i++) expect((await invite(`guest-${i}@example.org`)).status).toBe(303);
  expect((await invite("late@example.org")).status).toBe(429);
  await mailing.close();
  for (let i = 0; i < 4; i++)
    expect((await owner.post("/settings/team/invite", { email: "eli@example.org", role: "viewer" })).status).toBe(200);
});
