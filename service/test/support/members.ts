import type { FastifyInstance } from "fastify";
import { hashPassword } from "../../src/accounts/passwords.ts";
import type { MemberRole } from "../../src/domain/member.ts";
import type { Parts } from "../../src/parts.ts";
import { insertMember, setOperator } from "../../src/store/member-store.ts";
import { beginSession } from "../../src/store/session-store.ts";
import { BrowserLike } from "./browser-like.ts";

/** A member with a password at costs that a test can pay many times. */
export async function addMember(
  { database }: Parts,
  accountId: string,
  { email, role, password }: { readonly email: string; readonly role: MemberRole; readonly password?: string },
): Promise<string> {
  const password_hash = password === undefined ? null : await hashPassword(password, { N: 1024, r: 8, p: 1 });
  return insertMember(database.queries, { accountId, email, role, password_hash });
}

/** A browser in which the member is signed in. */
export async function signedIn(
  app: FastifyInstance,
  { database }: Parts,
  owner: { readonly accountId: string; readonly memberId: string },
): Promise<BrowserLike> {
  const browser = new BrowserLike(app);
  browser.cookies.set("lightwell_session", await beginSession(database.queries, owner, "a test"));
  await browser.get("/settings");
  return browser;
}

/** Members of `accountId` in every role, and an operator who is a viewer; each signed in. */
export async function everyRole(app: FastifyInstance, parts: Parts, accountId: string) {
  const browsers: Record<string, BrowserLike> = {};
  for (const role of ["viewer", "editor", "owner", "operator"] as const) {
    const isOperator = role === "operator";
    const member = { email: `${role}@example.org`, role: isOperator ? ("viewer" as const) : role };
    const memberId = await addMember(parts, accountId, member);
    if (isOperator) await setOperator(parts.database.queries, memberId, true);
    browsers[role] = await signedIn(app, parts, { accountId, memberId });
  }
  return browsers as Record<"viewer" | "editor" | "owner" | "operator", BrowserLike>;
}
