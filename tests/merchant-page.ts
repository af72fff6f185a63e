import type { CompiledFlow } from "../engine/compile/compiled-flow.ts";
import type { JsonObject } from "../engine/language/json.ts";
import { renderScreen } from "../engine/render/render-screen.ts";
import type { ScreenView } from "../engine/render/view.ts";
import type { Notice } from "../engine/transition/answer.ts";
import { resolveScreen } from "../engine/transition/resolve-screen.ts";
import { shippedLibrary } from "./definitions.ts";

const found = (await shippedLibrary()).flows.get("merchant-signup");
if (found === undefined) throw new Error("there is no merchant sign-up");

/** The compiled merchant sign-up. */
export const flow: CompiledFlow = found;

/** The variant, the settings, the state and the query with which a page is drawn. */
export interface Given {
  readonly portal?: string;
  readonly market?: string;
  readonly reseller?: string;
  readonly environment?: string;
  readonly locale?: string;
  readonly flags?: JsonObject;
  readonly config?: JsonObject;
  readonly state?: JsonObject;
  readonly query?: Readonly<Record<string, string>>;
  readonly notices?: readonly Notice[];
}

/** A page of the merchant sign-up as a visitor sees it. @throws Error where the visit leaves */
export function drawn(
  path: string,
  {
    portal = "hosting",
    market = "US",
    environment = "LOCAL",
    reseller,
    locale,
    flags = {},
    config = {},
    state = {},
    query = {},
    notices = [],
  }: Given,
): ScreenView {
  const variant = { portal, market, environment, ...(reseller === undefined ? {} : { reseller }) };
  const compiled = flow.variantWith(variant, config, flags);
  const context = {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: locale ?? compiled.locales[0] ?? "en-US",
    signedIn: true,
    uuids: [],
  };
  const resolution = resolveScreen(compiled, state, { path, query, context });
  if (resolution.kind === "leave") throw new Error("left");
  return renderScreen(compiled, state, resolution, {
    context,
    query,
    revision: 1,
    version: "v",
    words: { continue: "Continue" },
    notices,
    validatorUrl: () => "/v",
  });
}
