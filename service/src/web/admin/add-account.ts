import { Type } from "@sinclair/typebox";
import { type AccountTask, performAccountTask } from "../../account-task.ts";
import { ConfigError } from "../../config/config.ts";
import { tiers } from "../../domain/account.ts";
import { readEmail } from "../../domain/member.ts";
import type { App } from "../../http/route.ts";
import { postMail } from "../../store/mails.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendAccountsPage } from "./show-accounts.ts";

export const tierText = Type.Union(tiers.map((tier) => Type.Literal(tier)));

const accountForm = Type.Object({
  email: Type.String({ maxLength: 320 }),
  tier: tierText,
  how: Type.Union([Type.Literal("invite"), Type.Literal("add")]),
});

/** POST /admin/accounts: an invitation, also by e-mail if there is a mail server, or an account with a password. */
export function addAccount(app: App, web: WebParts): void {
  const { parts } = web;
  app.route({
    method: "POST",
    url: "/admin/accounts",
    schema: { hide: true, body: accountForm },
    async handler(request, reply) {
      const { email: given, tier, how } = request.body;
      const email = readEmail(given);
      if (email === undefined) {
        return sendAccountsPage(request, reply, web, {
          ...{ email: given, error: "This is not an e-mail address." },
          status: 422,
        });
      }
      const task: AccountTask = { action: how, email, tier };
      try {
        const result = await performAccountTask(task, { ...parts, actor: visitorOf(request).member.email });
        const [url] = /https?:\S+/.exec(result) ?? [];
        if (how === "invite" && url !== undefined && parts.config.smtpUrl !== undefined)
          await postMail(parts, { kind: "sign-up", email, url });
        return await sendAccountsPage(request, reply, web, { result });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        return sendAccountsPage(request, reply, web, { email: given, error: error.message, status: 409 });
      }
    },
  });
}
