import type { JsonObject } from "../language/json.ts";
import { isOrigin } from "../compile/origins.ts";

/** The origin that pictures come from where it is not this site: `config.imageOrigin`, as far as it is one. */
export function imageOrigin(config: JsonObject): string | undefined {
  const { imageOrigin: origin } = config;
  return isOrigin(origin) ? origin : undefined;
}

/** Where a picture of the flow is: its path on this site, or the same path where the configuration says pictures come from. */
export function imageUrl(path: string, config: JsonObject): string | undefined {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  return `${imageOrigin(config) ?? ""}${path}`;
}
