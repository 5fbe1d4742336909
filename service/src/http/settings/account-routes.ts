import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusePassword } from "../../accounts/passwords.ts";
import { revealKey, rotateKey, setApiVersion, setPassword } from "../../store/account-store.ts";
import { beginSession } from "../../store/session-store.ts";
import { checkSignIn } from "../../store/sign-in.ts";
import { readUsage } from "../../store/usage.ts";
import { type AccountPage, accountPage } from "./account-page.ts";
import { frameOf, visitorOf } from "./frames.ts";
import type { SettingsParts } from "./settings-parts.ts";
import { sendPage } from "./site.ts";

/** What a redirect may say was done; nothing else of an address is shown. */
const done: Record<string, string> = {
  rotated: "There is a new API key; the one before is refused from now on. Reveal it to copy it.",
  version: "The API version is changed.",
  password: "The password is changed, and all other sessions are ended.",
};

const passwordForm = Type.Object({
  current_password: Type.String({ maxLength: 1024 }),
  new_password: Type.String({ maxLength: 1024 }),
});

const versionForm = Type.Object({ version: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }) });

/** /settings: the account, its key, usage and password. */
export const accountRoutes: FastifyPluginAsyncTypebox<SettingsParts> = async (app, settings) => {
  const { database, secrets, config } = settings.parts;
  const { queries } = database;

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    extra: Pick<AccountPage, "apiKey" | "done" | "errors"> = {},
    status = 200,
  ) {
    const frame = frameOf(request, settings);
    const { account } = visitorOf(request);
    const usage = await readUsage(queries, account, config);
    return sendPage(reply, accountPage(frame, { account, csrf: frame.signedIn.csrf, usage, ...extra }), status);
  }

  app.get<{ Querystring: { done?: string } }>("/settings", { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, { done: done[request.query.done ?? ""] }),
  );

  app.post("/settings/key/reveal", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    const apiKey = await revealKey(queries, secrets, accountId);
    request.log.info({ accountId }, "an API key was revealed");
    if (apiKey !== undefined) return send(request, reply, { apiKey });
    const key =
      "This key was made with another data folder, whose secret is not here: it works, but cannot be revealed. Rotate it.";
    return send(request, reply, { errors: { key } }, 409);
  });

  app.post("/settings/key/rotate", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    await database.transact((transaction) => rotateKey(transaction, secrets, accountId));
    request.log.info({ accountId }, "an API key was rotated");
    return reply.redirect(`${settings.site.base}/settings?done=rotated`, 303);
  });

  app.route({
    method: "POST",
    url: "/settings/api-version",
    schema: { hide: true, body: versionForm },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const { version } = request.body;
      await setApiVersion(queries, accountId, version);
      request.log.info({ accountId, version }, "an API version was changed");
      return reply.redirect(`${settings.site.base}/settings?done=version`, 303);
    },
  });

  app.route({
    method: "POST",
    url: "/settings/password",
    schema: { hide: true, body: passwordForm },
    async handler(request, reply) {
      const { accountId, email } = visitorOf(request).account;
      const { current_password: current, new_password: password } = request.body;
      const refused = refusePassword(password);
      if (refused !== undefined) return send(request, reply, { errors: { new_password: refused } }, 422);
      const answer = await checkSignIn(queries, { email, password: current, ip: request.ip });
      if (answer.outcome !== "known") {
        const limited = answer.outcome === "limited";
        if (limited) reply.header("retry-after", answer.retrySeconds);
        const error = limited ? "Too many wrong passwords; try again later." : "This is not the current password.";
        return send(request, reply, { errors: { current_password: error } }, limited ? 429 : 422);
      }
      const sessionId = await database.transact(async (transaction) => {
        await setPassword(transaction, accountId, password);
        return beginSession(transaction, accountId);
      });
      settings.visitors.keepSession(reply, sessionId);
      request.log.info({ accountId }, "a password was changed");
      return reply.redirect(`${settings.site.base}/settings?done=password`, 303);
    },
  });
};
