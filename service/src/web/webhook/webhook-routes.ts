import type { RoutesByAccess } from "../shell/web-parts.ts";
import { revealWebhookSecret } from "./reveal-webhook-secret.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import { saveWebhook } from "./save-webhook.ts";
import { sendEventAgain } from "./send-event-again.ts";
import { showWebhook } from "./show-webhook.ts";

/** /settings/webhook: where events go, how they are signed, and their deliveries. */
export const webhookRoutes: RoutesByAccess = {
  owner: [showWebhook, saveWebhook, revealWebhookSecret, rotateWebhookSecret, sendEventAgain],
};
