import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { type Access, mayUse, memberRoles } from "../domain/member.ts";
import { HttpError, notFound } from "../errors/http-error.ts";
import type { DownloadParts } from "../http/downloads/picture.ts";
import { troubleOf } from "../http/trouble.ts";
import { accountRoutes } from "./account/account-routes.ts";
import { adminRoutes } from "./admin/admin-routes.ts";
import { groupingRoutes } from "./grouping/grouping-routes.ts";
import { orderRoutes } from "./orders/order-routes.ts";
import { pictureRoutes } from "./pictures/picture-routes.ts";
import { sharedRoutes, shareRoutes } from "./shares/share-routes.ts";
import { openSite, type Site, sendFiles, sendPage, sendSecurityHeaders } from "./shell/site.ts";
import { type Visitor, Visitors } from "./shell/visitors.ts";
import type { RoutesByAccess, WebParts } from "./shell/web-parts.ts";
import { errorPage } from "./sign-in/sign-in-page.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import { teamRoutes } from "./team/team-routes.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";
import { webhookRoutes } from "./webhook/webhook-routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What visitors of the page must be allowed to do; absent: it is open to everyone. */
    access?: Access;
  }
  interface FastifyRequest {
    /** The signed-in visitor; null outside the pages for people. */
    visitor: Visitor | null;
  }
}

/** More than the largest form without lists, in bytes. */
const formBytes = 32 * 1024;

/** The pages for people: the studio's orders, and the account. */
export const webRoutes: FastifyPluginAsync<{ parts: DownloadParts }> = async (app, { parts }) => {
  const site = await openSite(parts.config);
  const visitors = new Visitors(parts.database, parts.secrets, site);
  const web: WebParts = { parts, site, visitors };
  app.decorateRequest("visitor", null);
  app.removeAllContentTypeParsers();
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: formBytes });
  sendSecurityHeaders(app, site);
  answerErrors(app, site);
  sendFiles(app, site);
  app.get("/", { schema: { hide: true } }, async (_request, reply) => reply.redirect(`${site.base}/app/orders`, 303));
  for (const add of [...signInRoutes, ...sharedRoutes]) add(app, web);
  for (const access of [...memberRoles, "operator"] as const) {
    await app.register(async (inner) => {
      requireAccess(inner, web, access);
      for (const add of guarded.flatMap((routes) => routes[access] ?? [])) add(inner, web);
      if (access === "editor") await inner.register(uploadRoutes, { web });
    });
  }
};

const guarded: readonly RoutesByAccess[] = [
  ...[accountRoutes, teamRoutes, webhookRoutes],
  ...[orderRoutes, groupingRoutes, shareRoutes, pictureRoutes, adminRoutes],
];

/**
 * Requires a signed-in visitor whose role allows `access`; requests that change or reveal anything must come from one
 * of the visitor's own pages.
 */
function requireAccess(app: FastifyInstance, { visitors, site }: WebParts, access: Access): void {
  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, access };
  });
  app.addHook("onRequest", async (request, reply) => {
    const visitor = await visitors.find(request);
    if (!visitor) {
      if (isOfScript(request)) throw new HttpError(401, "You are signed out; sign in again in another tab.");
      return reply.redirect(`${site.base}/sign-in`, 303);
    }
    // Other people must not learn that there are pages for the operator.
    if (!mayUse(visitor.member, access))
      throw access === "operator" ? notFound("address") : notAllowed(visitor, access);
    request.visitor = visitor;
  });
  app.addHook("preValidation", async (request) => {
    if (!["GET", "HEAD"].includes(request.method)) visitors.checkForm(request, "session");
  });
}

function notAllowed({ member }: Visitor, access: Access): HttpError {
  return new HttpError(
    403,
    `This needs the role ${access}; yours is ${member.role}. An owner of the account can change it.`,
  );
}

/** Whether a module of a page sent the request, and reads the answer. */
function isOfScript({ headers }: FastifyRequest): boolean {
  return headers["x-csrf-token"] !== undefined || headers.accept === "text/event-stream";
}

/** Pages for people; `{message, detail}` for scripts. */
function answerErrors(app: FastifyInstance, site: Site): void {
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const trouble = error instanceof HttpError ? undefined : troubleOf(error);
    if (trouble) request.log.error({ err: error }, trouble.message);
    const known = trouble ?? error;
    const { statusCode: status = 500 } = known;
    if (known instanceof HttpError) reply.headers(known.headers);
    const isPlain = trouble !== undefined || status < 500 || known instanceof HttpError;
    if (!isPlain) request.log.error({ err: error }, "request failed");
    const message = isPlain
      ? known.message
      : `The service failed; report the request id ${request.id}, which identifies it in the log.`;
    if (isOfScript(request)) {
      const detail = known instanceof HttpError ? known.detail : {};
      return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify({ message, detail }));
    }
    const title = isPlain ? (titles[status] ?? "This cannot be done") : "Something went wrong";
    return sendPage(reply, errorPage(site, title, message), status);
  });
}

const titles: Record<number, string> = {
  401: "Not allowed",
  403: "Not accepted",
  404: "Not found",
  409: "Not possible now",
  429: "Too many requests",
  503: "Not just now",
};
