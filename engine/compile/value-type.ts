import type { CompiledVariant } from "./compiled-variant.ts";
import { axesOf, factNamesOf } from "../language/axes.ts";
import type { FlowDefinition } from "../language/flow.ts";
import { ENVIRONMENTS } from "../language/environments.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { Kind } from "../rules/signatures.ts";
import { memoize } from "../language/memoize.ts";

/** The known properties of a path's values. */
export interface ValueType {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly items?: ValueType;
}

/** What the types of paths follow from. */
export type Typed = Pick<CompiledVariant, "definition" | "flags" | "config" | "stateSchema"> & {
  readonly screens: ReadonlyMap<string, unknown>;
};

/** What kind of value a rule reads at the root; undefined where it depends on the state. */
export function kindOfPath(flow: Typed, path: string): Kind | undefined {
  const type = typeOfPath(flow, path)?.type;
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "object":
      return type;
    case "array":
      return "list";
    default:
      return undefined;
  }
}

/** The type of what a rule reads at the root; undefined where it depends on the state. */
export function typeOfPath(flow: Typed, path: string): ValueType | undefined {
  const [root = "", ...rest] = path.split(".");
  const ofAxes = rest.length === 0 ? typeOfAxis(flow.definition, root) : undefined;
  if (ofAxes !== undefined) return ofAxes;
  switch (root) {
    case "locale":
      return {
        type: "string",
        enum: [...flow.definition.locales],
      };
    case "environment":
      return { type: "string", enum: [...ENVIRONMENTS] };
    case "screen":
      return rest.length === 0 ? { type: "string", enum: [...flow.screens.keys()] } : undefined;
    case "now":
    case "today":
      return rest.length === 0 ? { type: "string" } : undefined;
    case "signedIn":
      return { type: "boolean" };
    case "flags":
      return typeof flow.flags[rest[0] ?? ""] === "boolean" ? { type: "boolean" } : undefined;
    case "config":
      return ofValue(
        rest.reduce<Json | undefined>(
          (at, segment) => (isObject(at) && Object.hasOwn(at, segment) ? at[segment] : undefined),
          flow.config,
        ),
      );
    default:
      return inSchema(flow.stateSchema, path);
  }
}

/** The type of an axis or of one of its facts; undefined for every other root. */
function typeOfAxis(definition: FlowDefinition, root: string): ValueType | undefined {
  for (const [axis, { path, values = {} }] of axesOf(definition))
    if (axis === root)
      return { type: "string", ...(path === undefined ? { enum: Object.keys(values) } : {}) };
  if (!factNamesOf(definition).includes(root)) return undefined;
  const said = [
    definition,
    ...axesOf(definition).flatMap(([, { values = {} }]) => Object.values(values)),
  ];
  return { type: "string", enum: [...new Set(said.flatMap(({ facts }) => facts?.[root] ?? []))] };
}

/** The schema of a place in the state; undefined where it declares none. */
export function stateSchemaAt(schema: JsonObject, path: string): JsonObject | undefined {
  let at: Json | undefined = schema;
  for (const segment of path.split(".")) {
    if (!isObject(at)) return undefined;
    const properties: Json | undefined = at["properties"];
    at =
      at["type"] === "array"
        ? /^\d+$/.test(segment)
          ? at["items"]
          : undefined
        : isObject(properties) && Object.hasOwn(properties, segment)
          ? properties[segment]
          : undefined;
  }
  return isObject(at) ? at : undefined;
}

/** Types of paths by state schema: checks ask for the same ones in every variant. */
const typesOfState = memoize((_schema: JsonObject) => new Map<string, ValueType | undefined>());

function inSchema(schema: JsonObject, path: string): ValueType | undefined {
  const known = typesOfState(schema);
  if (known.has(path)) return known.get(path);
  const found = stateSchemaAt(schema, path);
  const type = found === undefined ? undefined : typeOfSchema(found);
  known.set(path, type);
  return type;
}

/** The type that a schema gives a value. */
export function typeOfSchema(schema: JsonObject): ValueType {
  const { type, enum: choices, items } = schema;
  return {
    ...(typeof type === "string" ? { type } : {}),
    ...(Array.isArray(choices) ? { enum: choices as readonly Json[] } : {}),
    ...(isObject(items) ? { items: typeOfSchema(items) } : {}),
  };
}

/** A setting may be another one in another variant: only what kind it is, is certain. */
function ofValue(value: Json | undefined): ValueType | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? { type: typeof value }
    : undefined;
}

/** Adds the values that the flow writes as choices, where the schema lists none. */
export function withChoices<T extends ValueType | undefined>(
  type: T,
  written: readonly Json[] | undefined,
): ValueType | T {
  if (type === undefined || written === undefined) return type;
  const choices = { enum: [...new Set(written)] };
  if (type.type === "array")
    return type.items?.enum === undefined
      ? { ...type, items: { ...type.items, ...choices } }
      : type;
  return type.enum === undefined && type.type !== "boolean" ? { ...type, ...choices } : type;
}
