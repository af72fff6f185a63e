import { asObject } from "../../../language/json.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { replaceIds } from "../../../rules/state-path.ts";
import { givenContext, givenParts, type ValueNames } from "../values/given-parts.ts";
import { choicesAsked } from "../values/written-values.ts";

/**
 * Tells of paths below `sent` whether a person types what a call sends there: it is neither a
 * constant, nor a choice of a form, nor one of the facts of a visit.
 */
export function typedValues(
  flow: CompiledVariant,
  names: ValueNames,
  call: string,
): (path: string) => boolean {
  const { body = null, params = null, query = null } = flow.calls.get(call)?.definition ?? {};
  const sent = givenParts({ body, params, query }, givenContext(names));
  const choices = choicesAsked(flow);
  const typedFields = fieldsTyped(flow);
  return (path) => {
    const members = path.split(".").slice(1).join(".");
    const given = sent.filter((part) => part.members.join(".") === members);
    if (given.length === 0) return true;
    return given.some((part) => {
      if (part.gives === "constant") return false;
      if (part.gives === "made") return true;
      const [root = "", ...rest] = part.path.split(".");
      if (root === "form") return typedFields.has(rest.join("."));
      const place = replaceIds(part.path, "0").replaceAll("*", "0");
      return Object.hasOwn(asObject(flow.stateSchema["properties"]), root) && !choices.has(place);
    });
  };
}

/** Names of fields that take more than choices, in some form. */
function fieldsTyped({ forms }: CompiledVariant): ReadonlySet<string> {
  return new Set(
    [...forms.values()].flatMap(({ compiled }) =>
      Object.entries(compiled.fields).flatMap(([name, field]) =>
        (field.enum ?? field.items?.enum ?? field["x-choices"]) === undefined ? [name] : [],
      ),
    ),
  );
}
