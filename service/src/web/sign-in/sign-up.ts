import { Type } from "@sinclair/typebox";
import { newestApiVersion } from "../../accounts/api-version.ts";
import { hashPassword, refusePassword } from "../../accounts/passwords.ts";
import type { App } from "../../http/route.ts";
import { insertAccount } from "../../store/account-store.ts";
import { findInvitation, takeInvitation } from "../../store/invitations.ts";
import { beginSession } from "../../store/session-store.ts";
import { sendPage } from "../shell/site.ts";
import { browserOf } from "../shell/visitors.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { errorPage, signUpPage } from "./sign-in-page.ts";

const token = Type.String({ maxLength: 128 });

const gone = "This invitation was used or has expired. Ask the operator of the service for another.";

/** GET /sign-up?token=…: the form behind an invitation. */
export function showSignUp(app: App, { parts, site, visitors }: WebParts): void {
  app.route({
    method: "GET",
    url: "/sign-up",
    schema: { hide: true, querystring: Type.Object({ token: Type.Optional(token) }) },
    async handler(request, reply) {
      const invitation = await findInvitation(parts.database.queries, request.query.token ?? "");
      if (!invitation) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      const csrf = visitors.formToken(request, reply);
      const { email } = invitation;
      return sendPage(reply, signUpPage(site, { csrf, token: request.query.token ?? "", email }));
    },
  });
}

/** POST /sign-up: makes the account, and signs in. */
export function signUp(app: App, { parts, site, visitors }: WebParts): void {
  const { database, secrets } = parts;
  app.route({
    method: "POST",
    url: "/sign-up",
    schema: { hide: true, body: Type.Object({ token, password: Type.String({ maxLength: 1024 }) }) },
    preValidation: async (request) => visitors.checkForm(request, "form"),
    async handler(request, reply) {
      const { password, token: given } = request.body;
      const invitation = await findInvitation(database.queries, given);
      if (!invitation) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      const error = refusePassword(password);
      if (error !== undefined) {
        const csrf = visitors.formToken(request, reply);
        return sendPage(reply, signUpPage(site, { csrf, token: given, email: invitation.email, error }), 422);
      }
      const password_hash = await hashPassword(password);
      const sessionId = await database.transact(async (transaction) => {
        const taken = await takeInvitation(transaction, given);
        if (!taken) return undefined;
        const { email, tier, api_version: apiVersion } = taken;
        const { accountId, memberId } = await insertAccount(transaction, secrets, {
          ...{ email, tier, password_hash },
          apiVersion: apiVersion ?? newestApiVersion,
        });
        return beginSession(transaction, { accountId, memberId }, browserOf(request));
      });
      if (sessionId === undefined) return sendPage(reply, errorPage(site, "No invitation", gone), 404);
      visitors.keepSession(reply, sessionId);
      return reply.redirect(`${site.base}/app/orders`, 303);
    },
  });
}
