import { Type } from "@sinclair/typebox";
import { memberRoles, readEmail } from "../../domain/member.ts";
import type { App } from "../../http/route.ts";
import { postMail } from "../../store/mails.ts";
import { countInvitation, inviteMember, withdrawInvitation } from "../../store/team.ts";
import { actingOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendTeamPage, sendTeamRefusal } from "./show-team.ts";

/** A role, in forms. */
export const roleText = Type.Union(memberRoles.map((role) => Type.Literal(role)));

const email = Type.String({ maxLength: 320 });

/**
 * POST /settings/team/invite: by e-mail; without a mail server, the page shows the address to pass on. E-mails are
 * limited, since the service sends them to people who have not asked for them.
 */
export function sendInvitation(app: App, web: WebParts): void {
  const { parts, site } = web;
  app.route({
    method: "POST",
    url: "/settings/team/invite",
    schema: { hide: true, body: Type.Object({ email, role: roleText }) },
    async handler(request, reply) {
      const account = actingOf(request);
      const { role, email: given } = request.body;
      const name = readEmail(given);
      if (name === undefined) {
        const errors = { email: "This is not an e-mail address." };
        return sendTeamPage(request, reply, web, { email: given, errors, status: 422 });
      }
      const isMailed = parts.config.smtpUrl !== undefined;
      const tried = isMailed && (await countInvitation(parts.database.queries, account.accountId, name));
      if (tried && tried.retrySeconds > 0) {
        reply.header("retry-after", tried.retrySeconds);
        const minutes = Math.ceil(tried.retrySeconds / 60);
        const errors = { team: `Too many invitations were sent. Try again in ${minutes} min.` };
        return sendTeamPage(request, reply, web, { email: given, errors, status: 429 });
      }
      const made = await parts.database.transact((transaction) =>
        inviteMember(transaction, account, { email: name, role }),
      );
      if ("refused" in made) {
        if (tried) await tried.forget();
        return sendTeamRefusal(request, reply, web, made.refused);
      }
      const url = `${parts.publicUrl()}/join?token=${made.token}`;
      if (!isMailed) return sendTeamPage(request, reply, web, { link: url });
      await postMail(parts, { kind: "join", email: name, account: account.email, role, url });
      return reply.redirect(`${site.base}/settings/team?done=sent`, 303);
    },
  });
}

/** POST /settings/team/withdraw */
export function takeBackInvitation(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/team/withdraw",
    schema: { hide: true, body: Type.Object({ email }) },
    async handler(request, reply) {
      const account = actingOf(request);
      const refused = await web.parts.database.transact((transaction) =>
        withdrawInvitation(transaction, account, request.body.email),
      );
      if (refused) return sendTeamRefusal(request, reply, web, refused);
      return reply.redirect(`${web.site.base}/settings/team?done=withdrawn`, 303);
    },
  });
}
