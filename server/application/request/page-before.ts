import { carryFields, placedFields } from "../../../engine/transition/carry-fields.ts";
import { pathOfAddress } from "../../../engine/language/address.ts";
import { showsUnknownPath } from "../../../engine/transition/resolution.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { askedForm, type AskedForm } from "./asked-form.ts";
import type { RequestContext } from "./request-context.ts";
import { resolveTarget } from "./resolve-target.ts";
import { shownPage, type ShownPage } from "./shown-page.ts";

/** The requested page, in the version and the state before the application migrated. */
export interface PageBefore {
  readonly context: RequestContext;
  readonly page: ShownPage;
}

/**
 * The page that an open tab may show since before the migration; undefined without a migration, and
 * where the version before showed another page.
 */
export function pageBefore(context: RequestContext): PageBefore | undefined {
  const { migrated } = context;
  if (migrated === undefined) return undefined;
  const { target, before: record } = migrated;
  const former: RequestContext = {
    ...context,
    target,
    flow: target.flow.variant(target.variant),
    record,
    migrated: undefined,
  };
  const { resolution } = resolveTarget(former);
  const isShown =
    resolution.kind === "screen" &&
    !showsUnknownPath(resolution) &&
    pathOfAddress(resolution.path) === target.path;
  if (!isShown) return undefined;
  return { context: former, page: shownPage(former, resolution, target.query) };
}

/** What was typed on the page before a migration, in the fields of the page that is shown now. */
export function carriedOver(
  context: RequestContext,
  data: JsonObject,
  shown: ShownPage,
): JsonObject {
  const before = pageBefore(context);
  const from = before === undefined ? undefined : askedForm(before.context, before.page);
  const to = askedForm(context, shown);
  return from === undefined || to === undefined
    ? data
    : carryFields(data, placed(from), placed(to));
}

function placed({ form, screen, facts }: AskedForm) {
  return placedFields(form, screen, facts);
}
