import type { SettingsRoute } from "../settings-parts.ts";
import { showSignIn } from "./show-sign-in.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";

/** /sign-in and /sign-out. */
export const signInRoutes: readonly SettingsRoute[] = [showSignIn, signIn, signOut];
