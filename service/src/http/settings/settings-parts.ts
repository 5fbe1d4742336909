import type { Parts } from "../../parts.ts";
import type { App } from "../route.ts";
import type { Site } from "./site.ts";
import type { Visitors } from "./visitors.ts";

/** What the routes of the settings pages work with. */
export interface SettingsParts {
  readonly parts: Parts;
  readonly site: Site;
  readonly visitors: Visitors;
}

/** Adds one page, or what one form asks for. */
export type SettingsRoute = (app: App, settings: SettingsParts) => void;
