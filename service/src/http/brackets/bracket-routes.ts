import { routesOf } from "../route.ts";
import { deleteBracket } from "./delete-bracket.ts";
import { readBracket } from "./read-bracket.ts";
import { registerBracket } from "./register-bracket.ts";

/** /v3/brackets: register, read, delete. */
export const bracketRoutes = routesOf(registerBracket, readBracket, deleteBracket);
