import type { WebRoute } from "../shell/web-parts.ts";
import { changeApiVersion } from "./change-api-version.ts";
import { changePassword } from "./change-password.ts";
import { changeSharing } from "./change-sharing.ts";
import { revealApiKey } from "./reveal-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { showAccount } from "./show-account.ts";
import { showPurchases } from "./show-purchases.ts";

/** /settings: the account, its key, version, usage and password. */
export const accountRoutes: readonly WebRoute[] = [
  showAccount,
  revealApiKey,
  rotateApiKey,
  changeApiVersion,
  changePassword,
  changeSharing,
  showPurchases,
];
