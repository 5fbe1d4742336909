import type { WebRoute } from "../shell/web-parts.ts";
import { join, showJoin } from "./join.ts";
import { sendLink } from "./send-link.ts";
import { showSignIn } from "./show-sign-in.ts";
import { signIn } from "./sign-in.ts";
import { showLink, signInByLink } from "./sign-in-by-link.ts";
import { signOut } from "./sign-out.ts";
import { showSignUp, signUp } from "./sign-up.ts";

/** /sign-in, /sign-out and /sign-up. */
export const signInRoutes: readonly WebRoute[] = [
  ...[showSignIn, signIn, sendLink, showLink, signInByLink],
  ...[signOut, showSignUp, signUp, showJoin, join],
];
