import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from "fastify";
import { HttpError } from "../../errors/http-error.ts";
import type { Parts } from "../../parts.ts";
import { troubleOf } from "../trouble.ts";
import { accountRoutes } from "./account/account-routes.ts";
import { orderRoutes } from "./orders/order-routes.ts";
import type { SettingsParts } from "./settings-parts.ts";
import { errorPage } from "./sign-in/sign-in-page.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { openSite, type Site, sendPage, sendSecurityHeaders } from "./site.ts";
import { type Visitor, Visitors } from "./visitors.ts";
import { webhookRoutes } from "./webhook/webhook-routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The signed-in visitor; null outside the settings pages. */
    visitor: Visitor | null;
  }
}

/** More than the largest form, in bytes. */
const formBytes = 32 * 1024;

/** The pages for people: server-rendered forms, without scripts. */
export const settingsRoutes: FastifyPluginAsync<{ parts: Parts }> = async (app, { parts }) => {
  const site = await openSite(parts.config);
  const visitors = new Visitors(parts.database, parts.secrets, site);
  const settings: SettingsParts = { parts, site, visitors };
  app.decorateRequest("visitor", null);
  app.removeAllContentTypeParsers();
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: formBytes });
  sendSecurityHeaders(app, site);
  answerErrorPages(app, site);

  const hidden = { schema: { hide: true } };
  app.get("/", hidden, async (_request, reply) => reply.redirect(`${site.base}/settings`, 303));
  app.get<{ Params: { name: string } }>("/settings/files/:name", hidden, async (request, reply) => {
    const file = site.files.get(request.params.name);
    if (!file) throw new HttpError(404, "This file does not exist.");
    return reply.type(file.type).header("cache-control", "public, max-age=31536000, immutable").send(file.bytes);
  });
  for (const add of signInRoutes) add(app, settings);
  await app.register(async (inner) => {
    requireVisitor(inner, settings);
    for (const add of [...accountRoutes, ...webhookRoutes, ...orderRoutes]) add(inner, settings);
  });
};

/**
 * Requires a signed-in visitor; requests that change or reveal anything must come from one of the visitor's own forms.
 */
function requireVisitor(app: FastifyInstance, { visitors, site }: SettingsParts): void {
  app.addHook("onRequest", async (request, reply) => {
    const visitor = await visitors.find(request);
    if (!visitor) return reply.redirect(`${site.base}/sign-in`, 303);
    request.visitor = visitor;
  });
  app.addHook("preValidation", async (request) => {
    if (request.method === "POST") visitors.checkForm(request, "session");
  });
}

function answerErrorPages(app: FastifyInstance, site: Site): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const trouble = error instanceof HttpError ? undefined : troubleOf(error);
    if (trouble) request.log.error({ err: error }, trouble.message);
    const known = trouble ?? error;
    const { statusCode: status = 500, message } = known;
    if (known instanceof HttpError) reply.headers(known.headers);
    if (trouble || status < 500)
      return sendPage(reply, errorPage(site, titles[status] ?? "This cannot be done", message), status);
    request.log.error({ err: error }, "request failed");
    const text = `The service failed; report the request id ${request.id}, which identifies it in the log.`;
    return sendPage(reply, errorPage(site, "Something went wrong", text), 500);
  });
}

const titles: Record<number, string> = {
  401: "Not allowed",
  403: "Not accepted",
  404: "Not found",
  429: "Too many requests",
  503: "Not just now",
};
