import { isObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CheckContext } from "../run/check-context.ts";
import { stateSchemaAt } from "../../value-type.ts";

/**
 * Reports fields that take their choices from a list of the state whose entries lack the members
 * that choices are made of: people could choose none of them.
 */
export function checkOfferedChoices({ flow, reporter }: CheckContext): void {
  for (const [form, { compiled }] of flow.forms)
    for (const [name, { "x-choices": choices }] of Object.entries(compiled.fields)) {
      if (choices === undefined) continue;
      const { from } = choices;
      const path = isObject(from) ? from["var"] : from;
      if (typeof path !== "string") continue;
      const entry = stateSchemaAt(flow.stateSchema, `${path}.0`);
      const properties = entry?.["properties"];
      if (!isObject(properties) || entry?.["additionalProperties"] === true) continue;
      for (const member of ["value", "label", "hint"] as const) {
        const wanted = choices[member];
        if (wanted === undefined || Object.hasOwn(properties, wanted)) continue;
        reporter.at(`/forms/${form}/properties/${name}/x-choices/${member}`, {
          code: "FLOW-RULE-PATH",
          message: `An entry of "${path}" has no "${wanted}", which the choices of "${name}" are made of`,
          suggestion: closest(wanted, Object.keys(properties)),
        });
      }
    }
}
