import {
  ownMember,
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
} from "../language/json.ts";
import { childPointer } from "../source/json-pointer.ts";
import { layOverlay } from "./lay-overlay.ts";

/** The place of a lowered form's field: in the form, and in the shared fields if it uses one. */
export interface FieldOrigin {
  /** In the lowered form. */
  readonly at: string;
  /** In the form as written. */
  readonly own: string;
  /** In the file of the shared fields. */
  readonly shared?: string;
  /**
   * In the form as written: the group that uses a shared one, for a part that only that one names.
   */
  readonly group?: string;
}

/** A form after lowering. */
export interface LoweredForm {
  readonly form: JsonObject;
  readonly origins: readonly FieldOrigin[];
}

/** A field laid over the shared one that it uses, with that one's place. */
interface UsedField {
  readonly field: Json;
  readonly shared?: string;
}

/** Maximum number of nested uses. The check reports a circle. */
const MOST_USES = 8;

/**
 * Lowers a form: `use` becomes the shared field with the members beside it laid over, and a nested
 * object becomes one field for each of its parts, `address` with `street` becoming `address-street`
 * with `x-part: address.street`. A form without either is returned as it is.
 *
 * @param form a form, or an overlay of one
 * @param fields the shared fields by name
 */
export function lowerForm(form: JsonObject, fields: JsonObject): LoweredForm {
  if (!mentions(form)) return { form, origins: [] };
  const origins: FieldOrigin[] = [];
  const groups = new Map<string, readonly string[]>();
  const lowered = lowerPart(form, "", { fields, origins, groups });
  const order = lowered["x-order"];
  return {
    origins,
    form: Array.isArray(order)
      ? { ...lowered, "x-order": order.flatMap((name: Json) => groups.get(String(name)) ?? name) }
      : lowered,
  };
}

/** Whether a field is a group: an object of fields. */
export function isGroup(field: Json): field is JsonObject {
  return isObject(field) && isObject(field["properties"]) && field["x-widget"] !== "file";
}

function placeOfShared(name: string): string {
  return name
    .split(".")
    .reduce(
      (at, segment, index) => `${at}${index === 0 ? "" : "/properties"}/${segment}`,
      "/fields",
    );
}

interface Lowering {
  readonly fields: JsonObject;
  readonly origins: FieldOrigin[];
  /** Names of the parts by group. */
  readonly groups: Map<string, readonly string[]>;
}

function lowerPart(part: JsonObject, pointer: string, lowering: Lowering): JsonObject {
  const { properties, required, allOf } = part;
  const made: Record<string, Json> = {};
  const demanded: Json[] = [];
  for (const [name, written] of Object.entries(asObject(properties))) {
    const own = childPointer(`${pointer}/properties`, name);
    const { field, shared } = withUsed(written, lowering.fields, 0);
    if (!isGroup(field)) {
      made[name] = field;
      if (shared !== undefined) lowering.origins.push({ at: own, own, shared });
      continue;
    }
    const parts = lowerGroup(name, field, { own, shared }, lowering);
    for (const [each, lowered] of parts) made[each] = lowered;
    lowering.groups.set(name, [
      ...new Set([...(lowering.groups.get(name) ?? []), ...parts.map(([each]) => each)]),
    ]);
    const needed = field["required"];
    if (Array.isArray(needed))
      demanded.push(...needed.map((each: Json) => `${name}-${String(each)}`));
  }
  const branches = (["then", "else"] as const).flatMap((branch) =>
    isObject(part[branch])
      ? [[branch, lowerPart(part[branch], `${pointer}/${branch}`, lowering)] as const]
      : [],
  );
  const kept = asList(required).filter((name: Json) => !lowering.groups.has(String(name)));
  return {
    ...part,
    ...(properties === undefined ? {} : { properties: made }),
    ...(required === undefined && demanded.length === 0
      ? {}
      : { required: [...kept, ...demanded] }),
    ...Object.fromEntries(branches),
    ...(Array.isArray(allOf)
      ? {
          allOf: allOf.map((each: Json, at) =>
            isObject(each) ? lowerPart(each, `${pointer}/allOf/${at}`, lowering) : each,
          ),
        }
      : {}),
  };
}

/** The fields of a group; each gets the group's conditions. */
function lowerGroup(
  group: string,
  field: JsonObject,
  { own, shared }: { readonly own: string; readonly shared: string | undefined },
  { fields, origins }: Lowering,
): readonly (readonly [string, Json])[] {
  const asked = field["x-when"];
  return Object.entries(asObject(field["properties"])).map(([part, written]) => {
    const used = withUsed(written, fields, 0);
    const name = `${group}-${part}`;
    const at = `${own.slice(0, own.lastIndexOf("/"))}/${name}`;
    const below = `/properties/${part}`;
    const origin = used.shared ?? (shared === undefined ? undefined : `${shared}${below}`);
    origins.push({
      at,
      own: `${own}${below}`,
      ...(origin === undefined ? {} : { shared: origin, group: own }),
    });
    // A removal by an overlay removes the part.
    if (!isObject(used.field)) return [name, used.field];
    const when = used.field["x-when"];
    return [
      name,
      {
        ...used.field,
        "x-part": `${group}.${part}`,
        ...(asked === undefined
          ? {}
          : { "x-when": when === undefined ? asked : { and: [asked, when] } }),
      },
    ];
  });
}

function withUsed(field: Json, fields: JsonObject, depth: number): UsedField {
  if (!isObject(field) || typeof field["use"] !== "string" || depth > MOST_USES) return { field };
  const { use, ...own } = field;
  const found = sharedAt(String(use), fields, depth + 1);
  return found === undefined
    ? { field: own }
    : {
        field: layOverlay(found, own) ?? own,
        shared: placeOfShared(String(use)),
      };
}

/**
 * The shared field of a name, or a part of one (`address.street`), with its own use resolved.
 *
 * @param depth uses that led here
 * @returns undefined for an unknown name
 */
export function sharedAt(name: string, fields: JsonObject, depth = 0): Json | undefined {
  let members: JsonObject = fields;
  let at: Json | undefined;
  for (const segment of name.split(".")) {
    const found = ownMember(members, segment);
    if (found === undefined) return undefined;
    at = withUsed(found, fields, depth).field;
    members = asObject(asObject(at)["properties"]);
  }
  return at;
}

/** Whether a form needs lowering. */
function mentions(part: JsonObject): boolean {
  const { properties, allOf } = part;
  return (
    Object.values(asObject(properties)).some(
      (field) => isGroup(field) || (isObject(field) && field["use"] !== undefined),
    ) ||
    (["then", "else"] as const).some(
      (branch) => isObject(part[branch]) && mentions(part[branch]),
    ) ||
    (Array.isArray(allOf) && allOf.some((each: Json) => isObject(each) && mentions(each)))
  );
}
