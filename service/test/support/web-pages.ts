import fastify, { type RouteOptions } from "fastify";
import type { Access } from "../../src/domain/member.ts";
import { Renditions } from "../../src/http/downloads/renditions.ts";
import { webRoutes } from "../../src/web/web-routes.ts";
import type { TestParts } from "./test-parts.ts";

export interface WebPage {
  readonly method: string;
  readonly url: string;
  /** Undefined: open to everyone. */
  readonly access: Access | undefined;
}

/** What each of the browsers of `everyRole` may open. */
export const mayOpen: Record<string, readonly (Access | undefined)[]> = {
  viewer: [undefined, "viewer"],
  editor: [undefined, "viewer", "editor"],
  owner: [undefined, "viewer", "editor", "owner"],
  operator: [undefined, "viewer", "operator"],
};

/** Every page and form of the web, as they are registered. */
export async function listPages(parts: TestParts): Promise<WebPage[]> {
  const found: RouteOptions[] = [];
  const listing = fastify();
  listing.addHook("onRoute", (route: RouteOptions) => void found.push(route));
  const renditions = new Renditions(parts);
  await listing.register(webRoutes, { parts: { ...parts, renditions } });
  await listing.ready();
  await listing.close();
  await renditions.close();
  // Only now, since the hook that states the access comes after this one.
  return found.flatMap(({ method, url, config }) =>
    [method]
      .flat()
      .filter((one) => one !== "HEAD")
      .map((one) => ({ method: one, url, access: config?.access })),
  );
}
