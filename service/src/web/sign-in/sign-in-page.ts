import { type Html, html } from "../../http/html.ts";
import { linkMinutes } from "../../store/sign-in-links.ts";
import { csrfField, field, layout, notice, problem } from "../shell/layout.ts";
import type { Site } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";

export function signInPage(
  { site, parts: { config } }: WebParts,
  { csrf, email = "", error, done }: { csrf: string; email?: string; error?: string; done?: string | undefined },
): Html {
  return layout(
    { site },
    "Sign in",
    undefined,
    html`${notice(done)}${problem(error)}
<form class="card" method="post" action="${site.base}/sign-in">
${csrfField(csrf)}
${field({ name: "email", label: "E-mail address", type: "text", value: email, autocomplete: "username", required: true })}
${field({ name: "password", label: "Password", type: "password", autocomplete: "current-password", required: true })}
<button>Sign in</button>
</form>
${
  config.smtpUrl === undefined
    ? html`<p class="hint">No password, or forgotten? The operator of the service makes a sign-in link with <code>lightwell-service account link</code>.</p>`
    : html`<form class="card" method="post" action="${site.base}/sign-in/send-link" aria-labelledby="by-link">
<h2 id="by-link">Without a password</h2>
${csrfField(csrf)}
${field({ name: "link-email", label: "E-mail address for the link", type: "text", value: email, autocomplete: "username", required: true })}
<button class="quiet">Send a sign-in link</button>
</form>`
}`,
  );
}

/** The button that uses a link: programs that only follow the links of e-mails do not use it up. */
export function linkPage(site: Site, { csrf, token, email }: { csrf: string; token: string; email: string }): Html {
  return layout(
    { site },
    "Sign in",
    undefined,
    html`<form class="card" method="post" action="${site.base}/sign-in/link">
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<p>Sign in as <bdi>${email}</bdi>?</p>
<button>Sign in</button>
</form>`,
  );
}

export function linkSentPage(site: Site): Html {
  return layout(
    { site },
    "Look into your e-mail",
    undefined,
    html`<p role="status">If this address belongs to an account, a sign-in link is on its way. It works once, for ${linkMinutes} minutes.</p>
<p><a href="${site.base}/sign-in">Back to the sign-in page</a></p>`,
  );
}

export function signUpPage(
  site: Site,
  { csrf, token, email, error }: { csrf: string; token: string; email: string; error?: string },
): Html {
  return layout(
    { site },
    "Make an account",
    undefined,
    html`${problem(error)}
<form class="card" method="post" action="${site.base}/sign-up">
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<p>The account is for <bdi>${email}</bdi>.</p>
${field({ name: "password", label: "New password", type: "password", autocomplete: "new-password", required: true })}
<button>Make the account</button>
</form>`,
  );
}

export function errorPage(site: Site, title: string, message: string): Html {
  return layout(
    { site },
    title,
    undefined,
    html`${problem(message)}<p><a href="${site.base}/app/orders">Go to the orders</a></p>`,
  );
}

export function joinPage(
  { site, parts: { config } }: WebParts,
  {
    csrf,
    token,
    account,
    email,
    role,
    error,
  }: { csrf: string; token: string; account: string; email: string; role: string; error?: string },
): Html {
  const canUseLinks = config.smtpUrl !== undefined;
  return layout(
    { site },
    "Join a studio",
    undefined,
    html`${problem(error)}
<form class="card" method="post" action="${site.base}/join">
${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<p><bdi>${account}</bdi> invites <bdi>${email}</bdi>, as ${role}.</p>
${field({ name: "password", label: "New password", type: "password", autocomplete: "new-password", required: !canUseLinks, hint: canUseLinks ? "Empty: you sign in by links that are sent to you." : "At least 12 characters." })}
<button>Join</button>
</form>`,
  );
}
