import { escapeSegment } from "../../source/json-pointer.ts";
import { formJson, type FieldSchema, type FormSchema } from "../../language/form.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";

/** The root of a form, or one of its branches. */
export interface FormPart {
  /** From the form's root. */
  readonly pointer: string;
  readonly fields: readonly {
    readonly name: string;
    readonly field: FieldSchema;
    readonly pointer: string;
  }[];
  readonly required: readonly string[];
  readonly condition: { readonly schema: JsonObject; readonly pointer: string } | undefined;
  /** Fields that the form asks for whenever this part counts. */
  readonly available: ReadonlySet<string>;
}

/** Conditions by their text that are known to hold, or not to hold. */
type Assumed = ReadonlyMap<string, boolean>;

/**
 * The parts of a form: its root, and every branch with the fields that are there when the branch is
 * taken.
 */
export function formParts(schema: FormSchema): readonly FormPart[] {
  const root = formJson(schema);
  const parts: FormPart[] = [];
  const visit = (part: JsonObject, pointer: string, assumed: Assumed): void => {
    const { properties, required, allOf } = part;
    const condition = isObject(part["if"])
      ? { schema: part["if"], pointer: `${pointer}/if` }
      : undefined;
    parts.push({
      pointer,
      fields: Object.entries(asObject(properties)).flatMap(([name, field]) =>
        isObject(field)
          ? [
              {
                name,
                field: field as unknown as FieldSchema,
                pointer: `${pointer}/properties/${escapeSegment(name)}`,
              },
            ]
          : [],
      ),
      required: asList(required).map(String),
      condition,
      available: askedFields(root, assumed),
    });
    if (Array.isArray(allOf))
      allOf.forEach((each: Json, at) => {
        if (isObject(each)) visit(each, `${pointer}/allOf/${at}`, assumed);
      });
    for (const branch of ["then", "else"] as const) {
      const inner = part[branch];
      if (isObject(inner))
        visit(
          inner,
          `${pointer}/${branch}`,
          new Map([...assumed, [JSON.stringify(part["if"] ?? null), branch === "then"]]),
        );
    }
  };
  visit(root, "", new Map());
  return parts;
}

/** Fields that the form asks for with any answers, given the conditions that are known. */
function askedFields(part: JsonObject, assumed: Assumed): ReadonlySet<string> {
  const { properties, allOf } = part;
  const names = new Set(isObject(properties) ? Object.keys(properties) : []);
  const add = (more: Iterable<string>) => {
    for (const name of more) names.add(name);
  };
  if (Array.isArray(allOf))
    for (const each of allOf as readonly Json[])
      if (isObject(each)) add(askedFields(each, assumed));
  if (part["if"] === undefined) return names;
  const [taken, other] = (["then", "else"] as const).map((branch) => {
    const inner = part[branch];
    return isObject(inner) ? askedFields(inner, assumed) : new Set<string>();
  });
  const holds = assumed.get(JSON.stringify(part["if"]));
  if (holds === undefined) add([...(taken ?? [])].filter((name) => other?.has(name) === true));
  else add((holds ? taken : other) ?? []);
  return names;
}
