import { pathOfAddress } from "../../../engine/language/address.ts";
import { boundPath } from "../../../engine/transition/submission.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import type { FileOptions, FileReference } from "../../../engine/language/file.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { FieldSchema } from "../../../engine/language/form.ts";
import { filesIn, isFileField } from "../../../engine/validate/files.ts";
import { shownPage } from "../request/shown-page.ts";
import { askedForm } from "../request/asked-form.ts";
import type { RequestContext } from "../request/request-context.ts";
import { resolveTarget } from "../request/resolve-target.ts";
import { memoize } from "../../../engine/language/memoize.ts";

/** A file field of the shown page. */
export interface FileField {
  readonly field: FieldSchema;
  readonly options: FileOptions;
  /** Maximum number of files of the field. */
  readonly most: number;
  /** The files that the state holds. */
  readonly stored: readonly FileReference[];
}

/**
 * The file fields of a request's page; none where its page is not shown, or its visitor may not act
 * there.
 */
export function fileFieldsOf(context: RequestContext): ReadonlyMap<string, FileField> {
  const none = new Map<string, FileField>();
  const { flow, target } = context;
  if (context.access !== "ok" || context.readOnly === true || !asksForFiles(flow)) return none;
  const { upload, file, ...query } = target.query;
  const { resolution } = resolveTarget(
    upload === undefined && file === undefined
      ? context
      : { ...context, target: { ...target, query } },
  );
  if (
    resolution.kind !== "screen" ||
    resolution.denied !== undefined ||
    pathOfAddress(resolution.path) !== target.path
  )
    return none;
  const found = askedForm(context, shownPage(context, resolution, query));
  // An upload names its field and no part: it may be for any part of the form.
  const form = flow.forms.get(found?.screen.definition.form ?? "");
  if (found === undefined || form === undefined) return none;
  const { screen, facts, permission } = found;
  if (![...screen.actions.values()].some((action) => permission.does(screen, action.id)))
    return none;
  return new Map(
    Object.entries(form.compiled.fields).flatMap(([name, field]) => {
      const options = field["x-file"];
      if (!isFileField(field) || options === undefined) return [];
      const path = boundPath(form, screen, name, facts);
      const stored = path === undefined ? [] : filesIn(readPath(facts, path));
      return [
        [
          name,
          { field, options, most: field.type === "array" ? (field.maxItems ?? 1) : 1, stored },
        ] as const,
      ];
    }),
  );
}

/** Whether any form of a variant asks for files; without one, nothing is looked up. */
const asksForFiles = memoize((flow: CompiledVariant) =>
  [...flow.forms.values()].some(({ compiled }) => Object.values(compiled.fields).some(isFileField)),
);
