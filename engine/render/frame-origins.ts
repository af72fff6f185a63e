import type { InputContext } from "../transition/input.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { frameOrigins, isOrigin } from "../compile/origins.ts";

/** Origins that pages may frame: the flow's, and those of its configured providers. */
export function frameOriginsWithProviders(
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
