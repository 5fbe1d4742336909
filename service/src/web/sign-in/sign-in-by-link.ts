import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { beginSession, endSession } from "../../store/session-store.ts";
import { findSignInLink, takeSignInLink } from "../../store/sign-in-links.ts";
import { sendPage } from "../shell/site.ts";
import { browserOf } from "../shell/visitors.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { errorPage, linkPage } from "./sign-in-page.ts";

const token = Type.String({ maxLength: 128 });

const gone = "This sign-in link was used or has expired. Ask for another on the sign-in page.";

/** GET /sign-in/link?token=…: a button, which alone uses the link. */
export function showLink(app: App, { parts, site, visitors }: WebParts): void {
  app.route({
    method: "GET",
    url: "/sign-in/link",
    schema: { hide: true, querystring: Type.Object({ token: Type.Optional(token) }) },
    async handler(request, reply) {
      const { token: given = "" } = request.query;
      const email = await findSignInLink(parts.database.queries, given);
      if (email === undefined) return sendPage(reply, errorPage(site, "No sign-in link", gone), 404);
      return sendPage(reply, linkPage(site, { csrf: visitors.formToken(request, reply), token: given, email }));
    },
  });
}

/** POST /sign-in/link */
export function signInByLink(app: App, { parts, site, visitors }: WebParts): void {
  app.route({
    method: "POST",
    url: "/sign-in/link",
    schema: { hide: true, body: Type.Object({ token }) },
    preValidation: async (request) => visitors.checkForm(request, "form"),
    async handler(request, reply) {
      const presented = visitors.presented(request);
      const sessionId = await parts.database.transact(async (transaction) => {
        const owner = await takeSignInLink(transaction, request.body.token);
        if (!owner) return undefined;
        if (presented !== undefined) await endSession(transaction, presented);
        return beginSession(transaction, owner, browserOf(request));
      });
      if (sessionId === undefined) return sendPage(reply, errorPage(site, "No sign-in link", gone), 404);
      visitors.keepSession(reply, sessionId);
      return reply.redirect(`${site.base}/app/orders`, 303);
    },
  });
}
