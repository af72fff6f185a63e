import { boundPath } from "../../../engine/transition/submission.ts";
import { readPath } from "../../../engine/rules/state-path.ts";
import type { FileOptions, FileReference } from "../../../engine/language/file.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { FieldSchema } from "../../../engine/language/form.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { filesIn, isFileField } from "../../../engine/validate/files.ts";
import { askedForm } from "../request/asked-form.ts";
import { inputContext, stateOf, type RequestContext } from "../request/request-context.ts";
import type { ServerTools } from "../server-tools.ts";

/** A field that asks for files, on the page that is shown. */
export interface FileField {
  readonly field: FieldSchema;
  readonly options: FileOptions;
  /** Files that it takes. */
  readonly most: number;
  /** What the state has there. */
  readonly stored: readonly FileReference[];
}

/** The fields that ask for files at the address of a scene; none where the page is not shown to whoever asks, or they may do nothing there. */
export function fileFieldsOf(
  scene: RequestContext,
  tools: ServerTools,
): ReadonlyMap<string, FileField> {
  const none = new Map<string, FileField>();
  const { flow, visit } = scene;
  if (scene.access !== "ok" || scene.looks === true || !asksForFiles(flow)) return none;
  const { upload: _, file: __, ...query } = visit.query;
  const context = inputContext(scene, tools);
  const resolution = resolveScreen(flow, stateOf(scene), { path: visit.path, query, context });
  if (
    resolution.kind !== "screen" ||
    resolution.denied !== undefined ||
    resolution.path.split("?")[0] !== visit.path
  )
    return none;
  const found = askedForm(scene, resolution, query, tools);
  if (found === undefined) return none;
  const { screen, form, facts, permission } = found;
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

const known = new WeakMap<CompiledVariant, boolean>();

/** Whether any form of a variant asks for files: where none does, nothing has to be found out. */
function asksForFiles(flow: CompiledVariant): boolean {
  const asks =
    known.get(flow) ??
    [...flow.forms.values()].some(({ compiled }) =>
      Object.values(compiled.fields).some(isFileField),
    );
  known.set(flow, asks);
  return asks;
}
