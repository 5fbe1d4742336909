import { Type } from "@sinclair/typebox";
import { hashPassword, refusePassword } from "../../accounts/passwords.ts";
import type { App } from "../../http/route.ts";
import { beginSession } from "../../store/session-store.ts";
import { findMemberInvitation, joinTeam } from "../../store/team.ts";
import { sendPage } from "../shell/site.ts";
import { browserOf } from "../shell/visitors.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { errorPage, joinPage } from "./sign-in-page.ts";

const token = Type.String({ maxLength: 128 });

const gone =
  "This invitation was used or has expired, or its e-mail address already has an account. Ask the sender for another.";

/** GET /join?token=…: the form behind an invitation to a team. */
export function showJoin(app: App, web: WebParts): void {
  const { parts, site, visitors } = web;
  app.route({
    method: "GET",
    url: "/join",
    schema: { hide: true, querystring: Type.Object({ token: Type.Optional(token) }) },
    async handler(request, reply) {
      const { token: given = "" } = request.query;
      const invitation = await findMemberInvitation(parts.database.queries, given);
      if (!invitation) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      return sendPage(reply, joinPage(web, { ...invitation, csrf: visitors.formToken(request, reply), token: given }));
    },
  });
}

/** POST /join: adds the member, and signs in. The password may be empty if sign-in links can be sent. */
export function join(app: App, web: WebParts): void {
  const { parts, site, visitors } = web;
  const { database, config } = parts;
  app.route({
    method: "POST",
    url: "/join",
    schema: { hide: true, body: Type.Object({ token, password: Type.String({ maxLength: 1024 }) }) },
    preValidation: async (request) => visitors.checkForm(request, "form"),
    async handler(request, reply) {
      const { password, token: given } = request.body;
      const invitation = await findMemberInvitation(database.queries, given);
      if (!invitation) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      const isByLink = password === "" && config.smtpUrl !== undefined;
      const error = isByLink ? undefined : refusePassword(password);
      if (error !== undefined) {
        const csrf = visitors.formToken(request, reply);
        return sendPage(reply, joinPage(web, { ...invitation, csrf, token: given, error }), 422);
      }
      const password_hash = isByLink ? null : await hashPassword(password);
      const sessionId = await database.transact(async (transaction) => {
        const owner = await joinTeam(transaction, given, password_hash);
        return owner && beginSession(transaction, owner, browserOf(request));
      });
      if (sessionId === undefined) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      visitors.keepSession(reply, sessionId);
      return reply.redirect(`${site.base}/app/orders`, 303);
    },
  });
}
