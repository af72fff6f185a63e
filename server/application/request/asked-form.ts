import { buildFacts, type Facts } from "../../../engine/transition/facts.ts";
import type { CompiledScreen, FormOfFlow } from "../../../engine/compile/compiled-variant.ts";
import { permissionOf, type Permission } from "../../../engine/transition/permission.ts";
import type { Resolution } from "../../../engine/transition/resolution.ts";
import type { ServerTools } from "../server-tools.ts";
import { inputContext, stateOf, type RequestContext } from "./request-context.ts";

/** The form of a page, as it is asked of whoever looks at it. */
export interface AskedForm {
  readonly screen: CompiledScreen;
  readonly form: FormOfFlow;
  readonly facts: Facts;
  readonly permission: Permission;
}

/** The form that a screen asks a visitor for; undefined where it asks none, or they only look. */
export function askedForm(
  scene: RequestContext,
  resolution: Pick<Extract<Resolution, { kind: "screen" }>, "screen" | "params">,
  query: Readonly<Record<string, string>>,
  tools: ServerTools,
): AskedForm | undefined {
  const { flow } = scene;
  if (scene.access !== "ok" || scene.looks === true) return undefined;
  const screen = flow.screens.get(resolution.screen);
  const form =
    screen?.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  if (screen === undefined || form === undefined) return undefined;
  const facts = buildFacts(flow, stateOf(scene), inputContext(scene, tools));
  facts["params"] = { ...resolution.params };
  facts["query"] = { ...query };
  facts["screen"] = screen.id;
  return screen.formWhen?.test(facts) === false
    ? undefined
    : { screen, form, facts, permission: permissionOf(flow, facts) };
}
