import type { Access } from "../../domain/member.ts";
import type { DownloadParts } from "../../http/downloads/picture.ts";
import type { App } from "../../http/route.ts";
import type { Site } from "./site.ts";
import type { Visitors } from "./visitors.ts";

/** What the routes of the pages for people need. */
export interface WebParts {
  readonly parts: DownloadParts;
  readonly site: Site;
  readonly visitors: Visitors;
}

/** Routes by what their visitors must be allowed to do. */
export type RoutesByAccess = { readonly [access in Access]?: readonly WebRoute[] };

/** Adds one page, or the action of one form. */
export type WebRoute = (app: App, web: WebParts) => void;
