import { randomUUID } from "node:crypto";
import type { Secrets } from "../accounts/secrets.ts";
import type { Database, Queries } from "../database/database.ts";
import type { MemberRole } from "../domain/member.ts";
import { HttpError } from "../errors/http-error.ts";
import type { JobQueue } from "../queue/job-queue.ts";

/** What an e-mail says. A sign-in link is made when it is sent, and only if its address is a member's. */
export type MailContent =
  | { readonly kind: "sign-in"; readonly email: string; readonly publicUrl: string }
  | {
      readonly kind: "join";
      readonly email: string;
      readonly account: string;
      readonly role: MemberRole;
      readonly url: string;
    }
  | { readonly kind: "sign-up"; readonly email: string; readonly url: string };

/** E-mails that may wait at the same time: a mail server that is away must not fill the database. */
const maxMails = 10_000;

/** How long an e-mail may wait for its mail server, in minutes. */
const mailMinutes = 15;

export interface MailParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly secrets: Secrets;
}

/** Stores an e-mail and the job that sends it. Throws 503 if too many wait. */
export async function postMail(
  { database, queue, secrets }: MailParts,
  content: MailContent,
  now = new Date(),
): Promise<void> {
  const { count } = await database.queries
    .selectFrom("mails")
    .select((row) => row.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxMails) throw new HttpError(503, "Too many e-mails wait to be sent. Try again later.");
  const mailId = randomUUID();
  await database.transact(async (transaction) => {
    await transaction
      .insertInto("mails")
      .values({
        mail_id: mailId,
        sealed: secrets.seal(JSON.stringify(content)),
        expires_at: new Date(now.getTime() + mailMinutes * 60_000),
      })
      .execute();
    await queue.send("send-mail", { mailId }, transaction);
  });
  queue.wake("send-mail");
}

/** The content of an e-mail that still waits; undefined if it was sent, dropped or has expired. */
export async function findMail(
  queries: Queries,
  secrets: Secrets,
  mailId: string,
  now = new Date(),
): Promise<MailContent | undefined> {
  const row = await queries
    .selectFrom("mails")
    .select("sealed")
    .where("mail_id", "=", mailId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row && (JSON.parse(secrets.open(row.sealed)) as MailContent);
}

/**
 * Removes the waiting e-mails to these people, those that invite to their accounts, and those that cannot be
 * opened and therefore not sent: they may hold the addresses of these people.
 */
export async function removeMailsOf(transaction: Queries, secrets: Secrets, emails: readonly string[]): Promise<void> {
  const rows = await transaction.selectFrom("mails").select(["mail_id", "sealed"]).execute();
  for (const { mail_id: mailId, sealed } of rows) {
    const names = namesIn(secrets, sealed);
    if (names === undefined || names.some((name) => emails.includes(name))) await removeMail(transaction, mailId);
  }
}

/** The e-mail addresses in a sealed e-mail; undefined if it cannot be opened. */
function namesIn(secrets: Secrets, sealed: string): readonly string[] | undefined {
  try {
    const content = JSON.parse(secrets.open(sealed)) as MailContent;
    return content.kind === "join" ? [content.email, content.account] : [content.email];
  } catch {
    return undefined;
  }
}

export async function removeMail(queries: Queries, mailId: string): Promise<void> {
  await queries.deleteFrom("mails").where("mail_id", "=", mailId).execute();
}
