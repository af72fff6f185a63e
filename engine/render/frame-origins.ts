import type { InputContext } from "../transition/input.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json, JsonObject } from "../language/json.ts";

/** Origins that pages of the flow may show in frames: `config.frameOrigins`, as far as they are origins. */
export function frameOrigins(config: JsonObject): readonly string[] {
  const listed = config["frameOrigins"];
  return Array.isArray(listed) ? listed.filter(isOrigin) : [];
}

/** The same, with those of the pages that configured providers have for it. */
export function frameOriginsOf(
  flow: CompiledVariant,
  configured: InputContext["providers"],
): readonly string[] {
  const pages = Object.entries(configured ?? {}).flatMap(([provider, values]) =>
    Object.entries(flow.providers.get(provider)?.definition.service.settings ?? {}).flatMap(
      ([name, { frame }]) => (frame === true ? [values[name] ?? ""] : []),
    ),
  );
  return [
    ...frameOrigins(flow.config),
    ...pages
      .filter((page) => URL.canParse(page))
      .map((page) => new URL(page).origin)
      .filter(isOrigin),
  ];
}

/** Origins that scripts of others come from: `config.scriptOrigins`, as far as they are origins. */
export function scriptOrigins(config: JsonObject): readonly string[] {
  const listed = config["scriptOrigins"];
  return Array.isArray(listed) ? listed.filter(isOrigin) : [];
}

/** Scheme, host and port, and nothing else. */
export function isOrigin(origin: Json | undefined): origin is string {
  if (typeof origin !== "string" || !/^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin)) return false;
  try {
    return new URL(origin).origin === origin;
  } catch {
    return false;
  }
}
