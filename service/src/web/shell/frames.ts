import type { FastifyRequest } from "fastify";
import { unauthorized } from "../../errors/http-error.ts";
import type { KnownAccount } from "../../store/account-states.ts";
import type { Frame } from "./layout.ts";
import type { Visitor } from "./visitors.ts";
import type { WebParts } from "./web-parts.ts";

/** The signed-in visitor, set by the hook before every guarded route. */
export function visitorOf(request: FastifyRequest): Visitor {
  if (!request.visitor) throw unauthorized();
  return request.visitor;
}

export function frameOf(
  request: FastifyRequest,
  { site, visitors }: WebParts,
): Frame & { readonly signedIn: NonNullable<Frame["signedIn"]> } {
  const visitor = visitorOf(request);
  return { site, signedIn: { member: visitor.member, csrf: visitors.sessionToken(visitor) } };
}

/** The visitor's account, with the visitor as the one who acts on it. */
export function actingOf(request: FastifyRequest): KnownAccount {
  const { account, member } = visitorOf(request);
  return { accountId: account.accountId, email: account.email, actor: member.email };
}
