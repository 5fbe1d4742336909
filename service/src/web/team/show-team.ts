import { Type } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/route.ts";
import { listMembers } from "../../store/member-store.ts";
import { listMemberInvitations, maxMembers, type TeamRefusal } from "../../store/team.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { type TeamPage, teamPage } from "./team-page.ts";

type Extra = Pick<TeamPage, "link" | "email" | "done" | "errors"> & { readonly status?: number };

export async function sendTeamPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  { status = 200, ...extra }: Extra = {},
) {
  const { queries } = web.parts.database;
  const frame = frameOf(request, web);
  const { account, member } = visitorOf(request);
  const members = await listMembers(queries, account.accountId);
  const invitations = await listMemberInvitations(queries, account.accountId);
  const page = { csrf: frame.signedIn.csrf, self: member.memberId, members, invitations };
  return sendPage(reply, teamPage(frame, { ...page, ...extra }), status);
}

const refusals: Record<TeamRefusal, { readonly text: string; readonly status: number }> = {
  missing: { text: "This member or invitation does not exist any more.", status: 404 },
  "last-owner": { text: "An account keeps at least one owner. Make someone else an owner first.", status: 409 },
  full: { text: `A team has at most ${maxMembers} members and invitations.`, status: 409 },
  member: { text: "This person is a member already.", status: 409 },
};

/** The page with the reason why the team was not changed. */
export async function sendTeamRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebParts,
  refusal: TeamRefusal,
) {
  const { text, status } = refusals[refusal];
  return sendTeamPage(request, reply, web, { errors: { team: text }, status });
}

/** Messages that a redirect can show; no other text of the address is shown. */
const done: Record<string, string> = {
  role: "The role was changed.",
  removed: "The member was removed.",
  withdrawn: "The invitation was withdrawn.",
  sent: "The invitation was sent by e-mail.",
};

/** GET /settings/team */
export function showTeam(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/settings/team",
    schema: { hide: true, querystring: Type.Object({ done: Type.String({ maxLength: 32, default: "" }) }) },
    handler: async (request, reply) => sendTeamPage(request, reply, web, { done: done[request.query.done] }),
  });
}
