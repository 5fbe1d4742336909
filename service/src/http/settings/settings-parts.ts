import type { Parts } from "../../parts.ts";
import type { Site } from "./site.ts";
import type { Visitors } from "./visitors.ts";

/** What the routes of the settings pages work with. */
export interface SettingsParts {
  readonly parts: Parts;
  readonly site: Site;
  readonly visitors: Visitors;
}
