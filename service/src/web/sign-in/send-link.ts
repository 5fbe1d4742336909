import { Type } from "@sinclair/typebox";
import { notFound } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { postMail } from "../../store/mails.ts";
import { countLinkRequest } from "../../store/sign-in.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { linkSentPage, signInPage } from "./sign-in-page.ts";

const linkForm = Type.Object({ "link-email": Type.String({ maxLength: 320 }) });

/**
 * POST /sign-in/send-link. Does the same for every address; the worker finds out whether it is a member's, so that
 * neither the answer nor its time reveals that.
 */
export function sendLink(app: App, web: WebParts): void {
  const { parts, site, visitors } = web;
  app.route({
    method: "POST",
    url: "/sign-in/send-link",
    schema: { hide: true, body: linkForm },
    preValidation: async (request) => visitors.checkForm(request, "form"),
    async handler(request, reply) {
      if (parts.config.smtpUrl === undefined) throw notFound("address");
      const email = request.body["link-email"].trim().toLowerCase();
      const retrySeconds = await countLinkRequest(parts.database.queries, { email, ip: request.ip });
      if (retrySeconds > 0) {
        request.log.warn({ ip: request.ip, retrySeconds }, "too many requests for sign-in links were refused");
        reply.header("retry-after", retrySeconds);
        const error = `Too many links were requested. Try again in ${Math.ceil(retrySeconds / 60)} min.`;
        return sendPage(reply, signInPage(web, { csrf: visitors.formToken(request, reply), email, error }), 429);
      }
      await postMail(parts, { kind: "sign-in", email, publicUrl: parts.publicUrl() });
      return sendPage(reply, linkSentPage(site));
    },
  });
}
