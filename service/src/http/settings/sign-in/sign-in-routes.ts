import type { SettingsRoute } from "../settings-parts.ts";
import { showSignIn } from "./show-sign-in.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { showSignUp, signUp } from "./sign-up.ts";

/** /sign-in, /sign-out and /sign-up. */
export const signInRoutes: readonly SettingsRoute[] = [showSignIn, signIn, signOut, showSignUp, signUp];
