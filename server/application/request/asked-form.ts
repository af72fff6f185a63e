import type { Facts } from "../../../engine/transition/facts.ts";
import type { FormOfFlow } from "../../../engine/compile/compiled-variant.ts";
import type { CompiledScreen } from "../../../engine/compile/compiled-screen.ts";
import { formOfPage } from "../../../engine/transition/asked-parts.ts";
import { permissionOf, type Permission } from "../../../engine/transition/permission.ts";
import type { RequestContext } from "./request-context.ts";
import type { ShownPage } from "./shown-page.ts";

/** The form of a page, as its visitor sees it. */
export interface AskedForm {
  readonly screen: CompiledScreen;
  /** Its own, or that of the part that the page asks. */
  readonly form: FormOfFlow;
  /** The part of the screen's form, where the form is asked in parts. */
  readonly part?: string | undefined;
  readonly facts: Facts;
  readonly permission: Permission;
}

/** The form of a page for a visitor; undefined where it has none, and under impersonation. */
export function askedForm(
  context: RequestContext,
  { resolution, facts }: ShownPage,
): AskedForm | undefined {
  const { flow } = context;
  if (context.access !== "ok" || context.readOnly === true) return undefined;
  const screen = flow.screens.get(resolution.screen);
  const page = screen === undefined ? undefined : formOfPage(flow, screen, facts, resolution.part);
  return screen === undefined || page === undefined
    ? undefined
    : {
        screen,
        form: page.form,
        part: page.part?.id,
        facts,
        permission: permissionOf(flow, facts),
      };
}
