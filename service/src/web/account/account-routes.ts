import type { RoutesByAccess } from "../shell/web-parts.ts";
import { changeApiVersion } from "./change-api-version.ts";
import { changePassword } from "./change-password.ts";
import { changeSharing } from "./change-sharing.ts";
import { endOneSession } from "./end-session.ts";
import { revealApiKey } from "./reveal-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { showAccount } from "./show-account.ts";
import { showPurchases } from "./show-purchases.ts";

/** /settings: the account, its key, version and usage; the visitor's own password and sessions. */
export const accountRoutes: RoutesByAccess = {
  viewer: [showAccount, changePassword, endOneSession],
  editor: [showPurchases],
  owner: [revealApiKey, rotateApiKey, changeApiVersion, changeSharing],
};
