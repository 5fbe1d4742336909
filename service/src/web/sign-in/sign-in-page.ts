import { type Html, html } from "../../http/html.ts";
import { csrfField, field, layout, notice, problem } from "../shell/layout.ts";
import type { Site } from "../shell/site.ts";

export function signInPage(
  site: Site,
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
<p class="hint">No password, or forgotten? The operator of the service makes a new one with <code>lightwell-service account set-password</code>.</p>`,
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
