import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { beginSession, endSession } from "../../store/session-store.ts";
import { checkSignIn } from "../../store/sign-in.ts";
import { sendPage } from "../shell/site.ts";
import { browserOf } from "../shell/visitors.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { signInPage } from "./sign-in-page.ts";

const signInForm = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1024 }),
});

/** POST /sign-in */
export function signIn(app: App, web: WebParts): void {
  const { parts, site, visitors } = web;
  const { queries } = parts.database;
  app.route({
    method: "POST",
    url: "/sign-in",
    schema: { hide: true, body: signInForm },
    preValidation: async (request) => visitors.checkForm(request, "form"),
    async handler(request, reply) {
      const { email, password } = request.body;
      const answer = await checkSignIn(queries, { email, password, ip: request.ip });
      if (answer.outcome === "known") {
        // Never the id that came: an id planted in the browser must not become a session.
        const presented = visitors.presented(request);
        if (presented !== undefined) await endSession(queries, presented);
        visitors.keepSession(reply, await beginSession(queries, answer.member, browserOf(request)));
        return reply.redirect(`${site.base}/app/orders`, 303);
      }
      const page = { csrf: visitors.formToken(request, reply), email };
      if (answer.outcome === "refused") {
        request.log.warn({ ip: request.ip }, "a sign-in was refused");
        return sendPage(
          reply,
          signInPage(web, { ...page, error: "The e-mail address or the password is wrong." }),
          401,
        );
      }
      const { retrySeconds } = answer;
      request.log.warn({ ip: request.ip, retrySeconds }, "too many sign-ins were refused");
      reply.header("retry-after", retrySeconds);
      const error = `Too many sign-ins failed. Try again in ${Math.ceil(retrySeconds / 60)} min.`;
      return sendPage(reply, signInPage(web, { ...page, error }), 429);
    },
  });
}
