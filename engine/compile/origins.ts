import { asList, type Json, type JsonObject } from "../language/json.ts";

/**
 * The location if it is a path of this site or an address on an allowed origin; otherwise
 * undefined.
 */
export function allowedLocation(location: string, origins: Json | undefined): string | undefined {
  if (/^\/(?![/\\])/.test(location) && !/[\\\u0000-\u001f]/.test(location)) return location;
  let url: URL;
  try {
    url = new URL(location);
  } catch {
    return undefined;
  }
  if (url.username !== "" || url.password !== "") return undefined;
  return Array.isArray(origins) && origins.includes(url.origin) ? url.href : undefined;
}

/** Origins that pages may frame: the valid ones of `config.frameOrigins`. */
export function frameOrigins(config: JsonObject): readonly string[] {
  const listed = config["frameOrigins"];
  return asList(listed).filter(isOrigin);
}

/** Origins that exits may lead to: the valid ones of `config.allowedOrigins`. */
export function exitOrigins(config: JsonObject): readonly string[] {
  return asList(config["allowedOrigins"]).filter(isOrigin);
}

/** Origins of other sites' scripts: the valid ones of `config.scriptOrigins`. */
export function scriptOrigins(config: JsonObject): readonly string[] {
  const listed = config["scriptOrigins"];
  return asList(listed).filter(isOrigin);
}

/** Whether a text is an origin: scheme, host and port, and nothing else. */
export function isOrigin(origin: Json | undefined): origin is string {
  if (typeof origin !== "string" || !/^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin)) return false;
  try {
    return new URL(origin).origin === origin;
  } catch {
    return false;
  }
}
