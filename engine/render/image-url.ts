import type { JsonObject } from "../language/json.ts";
import { isOrigin } from "../compile/origins.ts";

/** The origin of pictures, where it is not this site: `config.imageOrigin`, when valid. */
export function imageOrigin(config: JsonObject): string | undefined {
  const { imageOrigin: origin } = config;
  return isOrigin(origin) ? origin : undefined;
}

/**
 * The address of a flow's picture: its path on this site, or on the origin of `config.imageOrigin`.
 */
export function imageUrl(path: string, config: JsonObject): string | undefined {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  return `${imageOrigin(config) ?? ""}${path}`;
}
