import type { FieldSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { isMultiple } from "./fields.ts";
import { fileCausesOf, fileParameters, isFileField } from "./files.ts";
import type { CompiledFormat } from "./format.ts";
import { paramsOf } from "./problem-cause.ts";

const GENERAL_CAUSES = [
  "required",
  "type",
  "characters",
  "enum",
  "const",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "format",
];

/** Members whose limit the message of the same name may mention as `{limit}`. */
const BOUNDS = ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] as const;

/** Messages of fields with several choices. */
const LIST_CAUSES = ["minItems", "maxItems", "none"];

/** What a message may mention beside its field's label, by name. */
type MessageParameters = Readonly<Record<string, Json>>;

/**
 * What an answer of a field may be refused for, each with what its message may mention. The bounds
 * of a field are among them where it has them.
 */
export function messageCauses(
  field: FieldSchema,
  format: Pick<CompiledFormat, "definition"> | undefined,
): ReadonlyMap<string, MessageParameters> {
  const isFile = isFileField(field);
  const causes = new Set([
    ...GENERAL_CAUSES,
    ...(isFile ? fileCausesOf(field) : []),
    ...(isMultiple(field) ? LIST_CAUSES : []),
    ...formatCauses(format),
  ]);
  return new Map(
    [...causes].map((cause) => [
      cause,
      {
        ...paramsOf(format, cause, field),
        ...limitOf(field, cause),
        ...(isFile ? fileParameters(field) : {}),
      },
    ]),
  );
}

/** The causes that a format's checks name. */
export function formatCauses(
  format: Pick<CompiledFormat, "definition"> | undefined,
): readonly string[] {
  return format?.definition.checks.map(({ code }) => code) ?? [];
}

/** Whether a cause is a bound that a field does not have. */
export function isOtherBound(field: FieldSchema, cause: string): boolean {
  const bound = BOUNDS.find((each) => each === cause);
  return bound !== undefined && field[bound] === undefined;
}

function limitOf(field: FieldSchema, cause: string): JsonObject {
  const bound = BOUNDS.find((each) => each === cause);
  const limit = bound === undefined ? undefined : field[bound];
  return limit === undefined ? {} : { limit };
}
