import type { Parts } from "../../parts.ts";
import type { App } from "../route.ts";
import type { Site } from "./site.ts";
import type { Visitors } from "./visitors.ts";

/** What the routes of the settings pages need. */
export interface SettingsParts {
  readonly parts: Parts;
  readonly site: Site;
  readonly visitors: Visitors;
}

/** Adds one page, or the action of one form. */
export type SettingsRoute = (app: App, settings: SettingsParts) => void;
