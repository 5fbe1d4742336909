/** A route of the pages. */
export interface KnownRoute {
  readonly method: string;
  readonly url: string;
}

/**
 * What keeps a route from showing or changing what is another account's. `id`: the id in its address must be of the
 * visitor's account. `account`: it concerns the visitor's account or session alone. `operator`: only the operator sees
 * it. `link`: it needs a secret address. `everyone`: it shows nothing of any account.
 */
export type Guard = "id" | "account" | "operator" | "link" | "everyone";

export const guards: Readonly<Record<Guard, readonly string[]>> = {
  id: [
    ...["GET /app/orders/:order_id", "GET /app/orders/:order_id/events", "GET /app/orders/:order_id/upload"],
    ...["POST /app/orders/:order_id/start", "POST /app/orders/:order_id/rename", "POST /app/orders/:order_id/delete"],
    ...["POST /app/orders/:order_id/zip", "POST /app/orders/:order_id/files"],
    ...["GET /app/orders/:order_id/grouping", "POST /app/orders/:order_id/grouping"],
    ...["GET /app/orders/:order_id/shares", "POST /app/orders/:order_id/shares"],
    ...["POST /app/orders/:order_id/shares/end"],
    ...["GET /app/images/:image_id", "GET /app/images/:image_id/picture", "GET /app/images/:image_id/before"],
    ...["GET /app/images/:image_id/trial", "POST /app/images/:image_id/download", "POST /app/images/:image_id/remake"],
    ...["POST /app/images/:image_id/approve", "POST /app/images/:image_id/rate", "POST /app/images/:image_id/report"],
    ...["POST /app/images/:image_id/delete", "GET /app/frames/:bracket_id/picture"],
    ...["HEAD /app/uploads/:bracket_id", "PATCH /app/uploads/:bracket_id", "DELETE /app/uploads/:bracket_id"],
    ...["POST /settings/team/:member_id/role", "POST /settings/team/:member_id/remove"],
  ],
  account: [
    ...["GET /app/orders", "GET /app/orders/new", "POST /app/orders"],
    ...["GET /settings", "POST /settings/password", "POST /settings/sessions/end", "GET /settings/purchases"],
    ...["POST /settings/key/reveal", "POST /settings/key/rotate", "POST /settings/api-version"],
    ...["POST /settings/sharing", "GET /settings/team", "POST /settings/team/invite", "POST /settings/team/withdraw"],
    ...["GET /settings/webhook", "POST /settings/webhook", "POST /settings/webhook/reveal"],
    ...["POST /settings/webhook/rotate", "POST /settings/webhook/resend", "POST /sign-out"],
  ],
  operator: [
    ...["GET /admin", "POST /admin/accounts", "GET /admin/accounts/:account_id"],
    ...["POST /admin/accounts/:account_id/tier", "POST /admin/accounts/:account_id/version"],
    ...["POST /admin/accounts/:account_id/limits", "POST /admin/accounts/:account_id/state"],
    ...["POST /admin/accounts/:account_id/link", "POST /admin/accounts/:account_id/remove"],
    ...["GET /admin/jobs", "POST /admin/jobs/retry", "GET /admin/storage", "GET /admin/deliveries"],
    ...["POST /admin/deliveries/resend", "GET /admin/log"],
  ],
  link: [
    ...["GET /share/:token", "GET /share/:token/images/:image_id", "GET /share/:token/images/:image_id/around"],
    ...["GET /join", "POST /join"],
    ...["GET /sign-in/link", "POST /sign-in/link", "GET /sign-up", "POST /sign-up"],
  ],
  everyone: ["GET /", "GET /app/files/:version/:name", "GET /sign-in", "POST /sign-in", "POST /sign-in/send-link"],
};

/** The routes with this guard. */
export function routesOf(guard: Guard): KnownRoute[] {
  return guards[guard].map((route) => {
    const [method, url] = route.split(" ");
    return { method, url };
  });
}
