import type { FieldSchema } from "../language/form.ts";
import type { Branch } from "./fields.ts";

/** Every field a form can have, those of conditional branches included, by name. */
export function fieldsOf(schema: Branch): Readonly<Record<string, FieldSchema>> {
  const fields: Record<string, FieldSchema> = {};
  const visit = (branch: Branch) => {
    for (const [name, field] of Object.entries(branch.properties ?? {}))
      fields[name] = { ...field, ...fields[name] };
    for (const each of branch.allOf ?? []) visit(each as Branch);
    if (branch.then !== undefined) visit(branch.then as Branch);
    if (branch.else !== undefined) visit(branch.else as Branch);
  };
  visit(schema);
  return fields;
}
