import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { dailyLimitOf, retentionDaysOf, sameNameLimitOf, storageMbOf } from "../../domain/limits.ts";
import { notFound } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findListedAccount, type ListedAccount, readAccounts } from "../../store/account-list.ts";
import { listMembers } from "../../store/member-store.ts";
import { readUsage } from "../../store/usage.ts";
import { frameOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { type OneAccountPage, oneAccountPage } from "./account-page.ts";
import { type AccountsPage, accountsPage } from "./accounts-page.ts";

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Record<string, string> = {
  tier: "The tier was changed.",
  version: "The API version was changed.",
  limits: "The limits were saved; they apply at once.",
  suspended: "The account was suspended.",
  resumed: "The account was resumed.",
  deleted: "The account was deleted.",
  erased: "The account was erased; a search found nothing left.",
};

const doneText = Type.String({ maxLength: 32, default: "" });
const pageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  q: Type.String({ maxLength: 200, default: "" }),
  done: doneText,
});

type ListExtra = Pick<AccountsPage, "result" | "done" | "error" | "email"> & {
  readonly page?: number;
  readonly text?: string;
  readonly status?: number;
};

export async function sendAccountsPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { page = 1, text = "", status = 200, ...extra }: ListExtra,
) {
  const { database, config } = web.parts;
  const frame = frameOf(request, web);
  const found = await readAccounts(database.queries, { page, text });
  const accounts = found.accounts.map((account) => ({ ...account, ownDaily: dailyLimitOf(account, config) }));
  const shown = { csrf: frame.signedIn.csrf, accounts, hasMore: found.hasMore, page, text };
  return sendPage(reply, accountsPage(frame, { ...shown, ...extra }), status);
}

/** GET /admin */
export function showAccounts(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/admin",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { page, q, done: what } = request.query;
      return sendAccountsPage(request, reply, web, { page, text: q.trim(), done: done[what] });
    },
  });
}

/** An account in any state. Throws 404. */
export async function requireListed({ parts }: WebParts, accountId: string): Promise<ListedAccount> {
  const account = await findListedAccount(parts.database.queries, accountId);
  if (!account) throw notFound("account");
  return account;
}

type Extra = Pick<OneAccountPage, "result" | "done" | "error"> & { readonly status?: number };

export async function sendOneAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  account: ListedAccount,
  { status = 200, ...extra }: Extra,
) {
  const { database, config } = web.parts;
  const frame = frameOf(request, web);
  const page: OneAccountPage = {
    ...{ csrf: frame.signedIn.csrf, account },
    usage: await readUsage(database.queries, account, config),
    members: await listMembers(database.queries, account.accountId),
    limits: {
      dailyLimit: dailyLimitOf(account, config),
      sameNameLimit: sameNameLimitOf(account, config),
      storageMb: storageMbOf(account, config),
      retentionDays: retentionDaysOf(account, config),
    },
    ...extra,
  };
  return sendPage(reply, oneAccountPage(frame, page), status);
}

/** GET /admin/accounts/:account_id */
export function showAccount(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/admin/accounts/:account_id",
    schema: { hide: true, params: idParams("account_id"), querystring: Type.Object({ done: doneText }) },
    async handler(request, reply) {
      const account = await requireListed(web, request.params.account_id);
      return sendOneAccount(request, reply, web, account, { done: done[request.query.done] });
    },
  });
}
