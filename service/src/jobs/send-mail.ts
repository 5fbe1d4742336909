import { createTransport } from "nodemailer";
import type { Parts } from "../parts.ts";
import type { Jobs } from "../queue/jobs.ts";
import { findMail, type MailContent, removeMail } from "../store/mails.ts";
import { findActiveMember } from "../store/member-store.ts";
import { linkMinutes, makeSignInLink } from "../store/sign-in-links.ts";

/** How long the mail server may take to accept a connection, to greet, or to answer, in ms. */
const waitMs = 10_000;

interface Message {
  readonly subject: string;
  readonly text: string;
}

/** Sends waiting e-mails through the configured mail server. */
export function mailSender({ config, database, secrets, log }: Parts) {
  const { smtpUrl, mailFrom = "" } = config;
  const transport =
    smtpUrl === undefined
      ? undefined
      : createTransport({
          url: smtpUrl,
          ...{ connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs, dnsTimeout: waitMs },
          ...{ disableFileAccess: true, disableUrlAccess: true },
        });
  return async ({ mailId }: Jobs["send-mail"]): Promise<void> => {
    const content = await findMail(database.queries, secrets, mailId);
    const message = content && (await write(content));
    if (content && message) {
      if (!transport) throw new Error("an e-mail waits, and this process has no --smtp-url");
      const { email: address } = content;
      // Addresses as objects: nodemailer would parse a string as a list of names and addresses.
      await transport.sendMail({
        from: { name: "Lightwell", address: mailFrom },
        to: { name: "", address },
        envelope: { from: mailFrom, to: [address] },
        ...message,
      });
      log.info({ kind: content.kind }, "an e-mail was sent");
    }
    await removeMail(database.queries, mailId);
  };

  /** Undefined if the address does not belong to a member. */
  async function write(content: MailContent): Promise<Message | undefined> {
    if (content.kind === "join") {
      const { account, role, url } = content;
      return {
        subject: "Invitation to a studio on Lightwell",
        text: `${account} invites you to work on its orders, as ${role}. To accept, open:\n\n${url}\n\nThe address works once, for seven days. If you do not know the sender, ignore this message.\n`,
      };
    }
    if (content.kind === "sign-up") {
      return {
        subject: "Your account on Lightwell",
        text: `To make your account, open:\n\n${content.url}\n\nThe address works once, for seven days.\n`,
      };
    }
    const member = await findActiveMember(database.queries, content.email);
    if (!member) return undefined;
    const token = await makeSignInLink(database.queries, member.memberId);
    return {
      subject: "Your sign-in link for Lightwell",
      text: `To sign in, open:\n\n${content.publicUrl}/sign-in/link?token=${token}\n\nThe address works once, for ${linkMinutes} minutes. If you did not ask for it, ignore this message.\n`,
    };
  }
}

/** After the last try, the e-mail is dropped; the person can request another. */
export async function dropMail({ mailId }: Jobs["send-mail"], { database, log }: Parts): Promise<void> {
  await removeMail(database.queries, mailId);
  log.error({ mailId }, "an e-mail could not be sent; check the mail server of --smtp-url");
}
