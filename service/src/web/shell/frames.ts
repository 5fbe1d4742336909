import type { FastifyRequest } from "fastify";
import { unauthorized } from "../../errors/http-error.ts";
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
