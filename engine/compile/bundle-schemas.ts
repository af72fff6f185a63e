import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/** `transitions.json#/$defs/match`: a definition of another meta-schema. */
const FOREIGN = /^(?:([\w-]+)\.json)?#\/\$defs\/([\w-]+)$/;

/**
 * Makes meta-schemas self-contained: definitions of others that they refer to, directly or not, are
 * copied into them. Editors resolve references between files; here every schema is compiled by
 * itself.
 */
export function bundleSchemas(
  schemas: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, JsonObject> {
  return new Map(
    [...schemas].map(([kind, schema]) => {
      const added = new Map<string, Json>();
      const own = (value: Json, of: string): Json => {
        if (Array.isArray(value)) return value.map((each: Json) => own(each, of));
        if (!isObject(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, each]) => [
            key,
            key === "$ref" && typeof each === "string" ? local(each, of) : own(each, of),
          ]),
        );
      };
      const local = (reference: string, of: string): string => {
        const [, from = of, name = ""] = FOREIGN.exec(reference) ?? [];
        if (from === kind || name === "") return reference;
        if (!added.has(name)) {
          added.set(name, {});
          added.set(name, own(asObject(asObject(schemas.get(from))["$defs"])[name] ?? {}, from));
        }
        return `#/$defs/${name}`;
      };
      const whole = asObject(own(schema, kind));
      return [
        kind,
        added.size === 0
          ? schema
          : { ...whole, $defs: { ...Object.fromEntries(added), ...asObject(whole["$defs"]) } },
      ];
    }),
  );
}
