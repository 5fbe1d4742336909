import type { FastifyReply, FastifyRequest } from "fastify";
import { hasPassword } from "../../store/member-store.ts";
import { listSessions } from "../../store/session-store.ts";
import { findWatermarking } from "../../store/shares.ts";
import { readUsage } from "../../store/usage.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { type AccountPage, accountPage } from "./account-page.ts";

/** What a page shows besides the account, and its HTTP status (200). */
type Extra = Pick<AccountPage, "apiKey" | "done" | "errors"> & { readonly status?: number };

export async function sendAccountPage(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: WebParts,
  { status = 200, ...extra }: Extra = {},
) {
  const { database, config } = settings.parts;
  const frame = frameOf(request, settings);
  const { account, member, sessionId } = visitorOf(request);
  const page: AccountPage = {
    ...{ account, member, csrf: frame.signedIn.csrf },
    usage: await readUsage(database.queries, account, config),
    hasPassword: await hasPassword(database.queries, member.memberId),
    sessions: await listSessions(database.queries, member.memberId, sessionId),
    isWatermarked: await findWatermarking(database.queries, account.accountId),
    ...extra,
  };
  return sendPage(reply, accountPage(frame, page), status);
}
