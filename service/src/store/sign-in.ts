import { checkPassword } from "../accounts/passwords.ts";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import { networkOf } from "../domain/network-of.ts";
import type { SessionOwner } from "./session-store.ts";
import { countTry } from "./tries.ts";

/** Wrong passwords within the window; several people in an office may mistype behind one address. */
const maxPerName = 10;
const maxPerAddress = 30;
/** Links within the window: for one person, and from one address. */
const maxLinksPerName = 5;
const maxLinksPerAddress = 30;

type SignIn =
  | { readonly outcome: "known"; readonly member: SessionOwner }
  /** Unknown e-mail address, no password or a wrong one; the answer does not reveal which. */
  | { readonly outcome: "refused" }
  | { readonly outcome: "limited"; readonly retrySeconds: number };

/**
 * The member of an e-mail address and password. A correct one removes its own count and that of the name.
 */
export async function checkSignIn(
  queries: Queries,
  { email, password, ip }: { readonly email: string; readonly password: string; readonly ip: string },
  now = new Date(),
): Promise<SignIn> {
  const name = email.trim().toLowerCase();
  // Hashed, since people type passwords into the field above by mistake.
  const subject = hashToken(`account ${name}`);
  const limits = [
    { subject, most: maxPerName },
    { subject: hashToken(`address ${networkOf(ip)}`), most: maxPerAddress },
  ];
  const { retrySeconds, forget } = await countTry(queries, limits, now);
  if (retrySeconds > 0) return { outcome: "limited", retrySeconds };
  const found = await queries
    .selectFrom("members")
    .innerJoin("accounts", "accounts.account_id", "members.account_id")
    .select(["members.member_id", "members.account_id", "members.password_hash"])
    .where("members.email", "=", name)
    .where("accounts.state", "=", "active")
    .executeTakeFirst();
  if (!(await checkPassword(password, found?.password_hash ?? null)) || !found) return { outcome: "refused" };
  await forget();
  await queries.deleteFrom("sign_in_tries").where("subject", "=", subject).execute();
  return { outcome: "known", member: { memberId: found.member_id, accountId: found.account_id } };
}

/**
 * Counts a request for a sign-in link; returns how long to wait, in s, and 0 if it is admitted. Unknown names count
 * equally.
 */
export async function countLinkRequest(
  queries: Queries,
  { email, ip }: { readonly email: string; readonly ip: string },
  now = new Date(),
): Promise<number> {
  const limits = [
    { subject: hashToken(`link ${email.trim().toLowerCase()}`), most: maxLinksPerName },
    { subject: hashToken(`link from ${networkOf(ip)}`), most: maxLinksPerAddress },
  ];
  return (await countTry(queries, limits, now)).retrySeconds;
}
