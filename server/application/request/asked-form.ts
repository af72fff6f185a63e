import type { Facts } from "../../../engine/transition/facts.ts";
import type { FormOfFlow } from "../../../engine/compile/compiled-variant.ts";
import type { CompiledScreen } from "../../../engine/compile/compiled-screen.ts";
import { permissionOf, type Permission } from "../../../engine/transition/permission.ts";
import type { RequestContext } from "./request-context.ts";
import type { ShownPage } from "./shown-page.ts";

/** The form of a page, as its visitor sees it. */
export interface AskedForm {
  readonly screen: CompiledScreen;
  readonly form: FormOfFlow;
  readonly facts: Facts;
  readonly permission: Permission;
}

/** The form of a page for a visitor; undefined where it has none, and under impersonation. */
export function askedForm(
  context: RequestContext,
  { resolution, facts }: ShownPage,
): AskedForm | undefined {
  const { flow } = context;
  if (context.access !== "ok" || context.impersonates === true) return undefined;
  const screen = flow.screens.get(resolution.screen);
  const form =
    screen?.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  if (screen === undefined || form === undefined) return undefined;
  return screen.formWhen?.test(facts) === false
    ? undefined
    : { screen, form, facts, permission: permissionOf(flow, facts) };
}
