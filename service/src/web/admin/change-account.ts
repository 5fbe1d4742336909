import { Type } from "@sinclair/typebox";
import type { FastifyRequest } from "fastify";
import type { Queries } from "../../database/database.ts";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { setLimits } from "../../store/account-limits.ts";
import { type KnownAccount, resumeAccount, setTier, suspendAccount } from "../../store/account-states.ts";
import { recordAction, setApiVersion } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { tierText } from "./add-account.ts";
import { requireListed } from "./show-accounts.ts";

const params = idParams("account_id");
/** Empty, or a whole number. */
const limit = Type.String({ pattern: "^\\s*\\d{0,9}\\s*$" });

/** Throws 409 if it is the operator's own account: that would end the session that could undo it. */
export function refuseOwn(request: FastifyRequest, accountId: string): void {
  if (visitorOf(request).account.accountId === accountId)
    throw new HttpError(409, "This is your own account. Another operator, or a command on the machine, can do this.");
}

/** Changes an account that is not deleted, as the operator who asks. */
async function change(
  request: FastifyRequest,
  web: WebParts,
  accountId: string,
  work: (transaction: Queries, account: KnownAccount) => Promise<void>,
): Promise<void> {
  const { email, state } = await requireListed(web, accountId);
  if (state === "deleted") throw new HttpError(409, "This account was deleted; it can only be erased.");
  const account = { accountId, email, actor: visitorOf(request).member.email };
  await web.parts.database.transact((transaction) => work(transaction, account));
}

/** POST /admin/accounts/:account_id/tier */
export function changeTier(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/tier",
    schema: { hide: true, params, body: Type.Object({ tier: tierText }) },
    async handler(request, reply) {
      const { account_id: accountId } = request.params;
      const { tier } = request.body;
      await change(request, web, accountId, (transaction, account) => setTier(transaction, account, tier));
      return reply.redirect(`${web.site.base}/admin/accounts/${accountId}?done=tier`, 303);
    },
  });
}

/** POST /admin/accounts/:account_id/version */
export function changeVersion(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/version",
    schema: {
      ...{ hide: true, params },
      body: Type.Object({ version: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }) }),
    },
    async handler(request, reply) {
      const { account_id: accountId } = request.params;
      const { version } = request.body;
      await change(request, web, accountId, async (transaction, account) => {
        await setApiVersion(transaction, accountId, version);
        await recordAction(transaction, { ...account, action: "set-version", detail: version });
      });
      return reply.redirect(`${web.site.base}/admin/accounts/${accountId}?done=version`, 303);
    },
  });
}

/** POST /admin/accounts/:account_id/limits */
export function changeLimits(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/limits",
    schema: {
      ...{ hide: true, params },
      body: Type.Object({ dailyLimit: limit, sameNameLimit: limit, storageMb: limit, retentionDays: limit }),
    },
    async handler(request, reply) {
      const { account_id: accountId } = request.params;
      const { dailyLimit, sameNameLimit, storageMb, retentionDays } = request.body;
      await change(request, web, accountId, (transaction, account) =>
        setLimits(transaction, account, {
          dailyLimit: numberOf(dailyLimit),
          sameNameLimit: numberOf(sameNameLimit),
          storageMb: numberOf(storageMb),
          retentionDays: numberOf(retentionDays),
        }),
      );
      return reply.redirect(`${web.site.base}/admin/accounts/${accountId}?done=limits`, 303);
    },
  });
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

/** POST /admin/accounts/:account_id/state */
export function changeState(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/state",
    schema: {
      ...{ hide: true, params },
      body: Type.Object({ state: Type.Union([Type.Literal("suspend"), Type.Literal("resume")]) }),
    },
    async handler(request, reply) {
      const { account_id: accountId } = request.params;
      const isSuspended = request.body.state === "suspend";
      refuseOwn(request, accountId);
      await change(request, web, accountId, isSuspended ? suspendAccount : resumeAccount);
      const what = isSuspended ? "suspended" : "resumed";
      return reply.redirect(`${web.site.base}/admin/accounts/${accountId}?done=${what}`, 303);
    },
  });
}
