import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { prepareScreen } from "../../../engine/render/prepared-screen.ts";
import type { RenderContext } from "../../../engine/render/render-context.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { toolShareSources } from "../../definitions.ts";

const result = compileFlow(await toolShareSources, "tool-share", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));

/** The small flow for tests, as people see it in its one town. */
export const toolShare: CompiledVariant = result.flow.variant({
  portal: "yard",
  market: "town",
  environment: "LOCAL",
});

/**
 * What a screen of the small flow is drawn with: everything is permitted. @throws Error without
 * such a screen
 */
export function drawingOf(
  screenId: string,
  state: JsonObject = {},
  { now = "2026-03-01T10:00:00Z", locale = "en-US" } = {},
): RenderContext {
  const screen = toolShare.screens.get(screenId);
  if (screen === undefined) throw new Error(`there is no screen ${screenId}`);
  const copy = toolShare.copy(locale);
  const { variant } = toolShare;
  return {
    flow: toolShare,
    screen,
    facts: buildFacts(toolShare, state, { now, variant, locale, signedIn: true, uuids: [] }),
    copy,
    permission: { role: undefined, params: {}, opens: () => true, does: () => true },
    prepared: prepareScreen(toolShare, screen, copy),
  };
}
