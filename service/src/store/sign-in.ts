import { checkPassword } from "../accounts/passwords.ts";
import { hashToken } from "../accounts/secrets.ts";
import type { Queries } from "../database/database.ts";
import { networkOf } from "../domain/network-of.ts";

const windowMs = 15 * 60_000;
/** Wrong passwords within the window; several people in an office may mistype behind one address. */
const mostPerAccount = 10;
const mostPerAddress = 30;

type SignIn =
  | { readonly outcome: "known"; readonly accountId: string }
  /** Unknown account, no password or a wrong one; the answer does not reveal which. */
  | { readonly outcome: "refused" }
  | { readonly outcome: "limited"; readonly retrySeconds: number };

/**
 * The account of an e-mail address and password. Every try counts as wrong before it is checked, so simultaneous tries
 * cannot exceed a limit together; a correct one removes its own count and the account's.
 */
export async function checkSignIn(
  queries: Queries,
  { email, password, ip }: { readonly email: string; readonly password: string; readonly ip: string },
  now = new Date(),
): Promise<SignIn> {
  const name = email.trim().toLowerCase();
  // Hashed, since people type passwords into the field above by mistake, and the table needs no names.
  const account = hashToken(`account ${name}`);
  const address = hashToken(`address ${networkOf(ip)}`);
  await queries
    .deleteFrom("sign_in_tries")
    .where("tried_at", "<=", new Date(now.getTime() - windowMs))
    .execute();
  const tries = await queries
    .insertInto("sign_in_tries")
    .values([account, address].map((subject) => ({ subject, tried_at: now })))
    .returning("try_id")
    .execute();
  const waits = [await waitOf(account, mostPerAccount), await waitOf(address, mostPerAddress)];
  const retrySeconds = Math.max(...waits);
  if (retrySeconds > 0) {
    // A refused try does not extend the wait.
    await forget();
    return { outcome: "limited", retrySeconds };
  }
  const found = await queries
    .selectFrom("accounts")
    .select(["account_id", "password_hash"])
    .where("email", "=", name)
    .where("state", "=", "active")
    .executeTakeFirst();
  if (!(await checkPassword(password, found?.password_hash ?? null)) || !found) return { outcome: "refused" };
  await forget();
  await queries.deleteFrom("sign_in_tries").where("subject", "=", account).execute();
  return { outcome: "known", accountId: found.account_id };

  async function waitOf(subject: string, most: number): Promise<number> {
    const { count, first } = await queries
      .selectFrom("sign_in_tries")
      .select((row) => [row.fn.countAll<string>().as("count"), row.fn.min("tried_at").as("first")])
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    if (Number(count) <= most) return 0;
    return Math.max(1, Math.ceil((first.getTime() + windowMs - now.getTime()) / 1000));
  }

  async function forget(): Promise<void> {
    const ids = tries.map(({ try_id }) => try_id);
    await queries.deleteFrom("sign_in_tries").where("try_id", "in", ids).execute();
  }
}
