import type { FastifyReply, FastifyRequest } from "fastify";
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
  const { account } = visitorOf(request);
  const usage = await readUsage(database.queries, account, config);
  const isWatermarked = await findWatermarking(database.queries, account.accountId);
  const page = { account, csrf: frame.signedIn.csrf, usage, isWatermarked, ...extra };
  return sendPage(reply, accountPage(frame, page), status);
}
