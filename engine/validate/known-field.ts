import { childPointer } from "../source/json-pointer.ts";
import type { FieldSchema } from "../language/form.ts";
import type { Json } from "../language/json.ts";
import { isMultiple } from "./fields.ts";
import { isFileField } from "./files.ts";
import type { CompiledFormat } from "./format.ts";
import { paramsOf } from "./problem-cause.ts";

/** Properties of a field that each validation reads, computed once. */
export interface KnownField {
  readonly name: string;
  readonly pointer: string;
  readonly schema: FieldSchema;
  readonly format: CompiledFormat | undefined;
  /** Whether a good text is stored as another one. */
  readonly converts: boolean;
  readonly isFile: boolean;
  readonly isMultiple: boolean;
  /** What a message of the field may mention, by code. */
  paramsOf(code: string): Readonly<Record<string, Json>>;
}

/** The fields of a form by name. */
export function knownFields(
  fields: Readonly<Record<string, FieldSchema>>,
  formats: ReadonlyMap<string, CompiledFormat>,
): ReadonlyMap<string, KnownField> {
  return new Map(
    Object.entries(fields).map(([name, field]) => [name, knownField(name, field, formats)]),
  );
}

function knownField(
  name: string,
  schema: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
): KnownField {
  const format = schema.format === undefined ? undefined : formats.get(schema.format);
  const params = new Map<string, Readonly<Record<string, Json>>>();
  return {
    name,
    pointer: childPointer("", name),
    schema,
    format,
    converts: format?.definition.store !== undefined,
    isFile: isFileField(schema),
    isMultiple: isMultiple(schema),
    paramsOf(code) {
      const known = params.get(code) ?? paramsOf(format, code, schema);
      params.set(code, known);
      return known;
    },
  };
}
