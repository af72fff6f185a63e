import { pathOfAddress } from "../../../engine/language/address.ts";
import { sitePath } from "../../application/request/site-path.ts";

/** Longest path, in characters; longer ones do not fit into a cookie. */
const LIMIT = 1500;

/** Pages that would redirect again right after sign-in. */
const NEVER = /^\/(?:sign-in|sign-out|create-account|idp)(?:[/?]|$)/;

/**
 * The path of this site to return to after sign-in, without its query where that makes it too long;
 * "/" for any other text.
 */
export function localPath(text: string | undefined): string {
  const [path = "/"] = (sitePath(text ?? "") ?? "/").split("#");
  if (NEVER.test(path)) return "/";
  if (path.length <= LIMIT) return path;
  const pathname = pathOfAddress(path);
  return pathname.length <= LIMIT ? pathname : "/";
}
