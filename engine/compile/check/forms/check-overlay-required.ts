import { asObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { escapeSegment } from "../../../source/json-pointer.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";

/**
 * Reports a `required` of an overlay without a field that the base form requires. The overlay's
 * list replaces the base's, so the question may be left empty there.
 *
 * @param base the flow without overlays
 */
export function checkOverlayRequired(
  files: readonly DefinitionFile[],
  base: JsonObject,
): readonly DefinitionProblem[] {
  return files
    .filter(({ kind }) => kind === "overlay")
    .flatMap((file) =>
      Object.entries(asObject(contentOf(file)["forms"])).flatMap(([name, form]) =>
        checkForm(file, name, asObject(form), asObject(asObject(base["forms"])[name])),
      ),
    );
}

function checkForm(
  { document }: DefinitionFile,
  name: string,
  overlay: JsonObject,
  base: JsonObject,
): readonly DefinitionProblem[] {
  const { required } = overlay;
  if (!Array.isArray(required)) return [];
  const fields = asObject(overlay["properties"]);
  const dropped = namesIn(base["required"]).filter(
    (field) =>
      !required.includes(field) &&
      fields[field] !== null &&
      !Object.hasOwn(asObject(fields[field]), "x-required"),
  );
  if (dropped.length === 0) return [];
  const them = dropped.join(", ");
  return [
    {
      code: "FLOW-OVERLAY-REQUIRED",
      severity: "warning",
      message: `\`required\` replaces that of the form "${name}", which also requires ${them}: here ${dropped.length === 1 ? "it" : "they"} may be left empty`,
      suggestion: `required: [${[...namesIn(base["required"]), ...namesIn(required)].filter((each, at, all) => all.indexOf(each) === at).join(", ")}]; or x-required: false at what may be left empty`,
      file: document.path,
      ...document.locate(`/forms/${escapeSegment(name)}/required`),
    },
  ];
}

function namesIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
