import type { RoutesByAccess } from "../shell/web-parts.ts";
import { addAccount } from "./add-account.ts";
import { changeLimits, changeState, changeTier, changeVersion } from "./change-account.ts";
import { makeMemberLink } from "./make-member-link.ts";
import { removeAccount } from "./remove-account.ts";
import { showAccount, showAccounts } from "./show-accounts.ts";
import { resendDelivery, showDeliveries } from "./show-deliveries.ts";
import { retryJobs, showJobs } from "./show-jobs.ts";
import { showLog } from "./show-log.ts";
import { showStorage } from "./show-storage.ts";

/** /admin: the service as its operator sees it. */
export const adminRoutes: RoutesByAccess = {
  operator: [
    ...[showAccounts, addAccount, showAccount, changeTier, changeVersion, changeLimits, changeState],
    ...[makeMemberLink, removeAccount],
    ...[showJobs, retryJobs, showStorage, showDeliveries, resendDelivery, showLog],
  ],
};
