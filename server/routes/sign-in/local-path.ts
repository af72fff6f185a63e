import { pathOfAddress } from "../../../engine/language/address.ts";
import { sitePath } from "../../application/request/site-path.ts";

/** Longer ones would not fit into a cookie. */
const LIMIT = 1500;

/** Pages that would send a visitor away again right after sign-in. */
const NEVER = /^\/(?:sign-in|sign-out|create-account|idp)(?:[/?]|$)/;

/**
 * The path to come back to after signing in, when it is one of this site. Without its query when that makes it too
 * long; otherwise "/".
 */
export function localPath(text: string | undefined): string {
  const [path = "/"] = (sitePath(text ?? "") ?? "/").split("#");
  if (NEVER.test(path)) return "/";
  if (path.length <= LIMIT) return path;
  const pathname = pathOfAddress(path);
  return pathname.length <= LIMIT ? pathname : "/";
}
