import type { RoutesByAccess } from "../shell/web-parts.ts";
import { changeMemberRole } from "./change-member-role.ts";
import { dropMember } from "./drop-member.ts";
import { sendInvitation, takeBackInvitation } from "./send-invitation.ts";
import { showTeam } from "./show-team.ts";

/** /settings/team: who signs in to the account, and as what. */
export const teamRoutes: RoutesByAccess = {
  owner: [showTeam, sendInvitation, takeBackInvitation, changeMemberRole, dropMember],
};
