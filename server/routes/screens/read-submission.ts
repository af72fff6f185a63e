import type { FastifyRequest } from "fastify";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { malformed, type ProblemError } from "../../http/problem.ts";

/** A posted form, from the page's script or from a plain HTML form. */
export interface Submission {
  readonly action: string;
  readonly item?: string;
  readonly data: JsonObject;
  /** Revision of the view that the form was on. */
  readonly revision: number | undefined;
  readonly key: string | undefined;
  /** From a plain HTML form: every value is a text as typed. */
  readonly isPlainForm: boolean;
}

const MEMBERS = new Set(["action", "item", "data", "revision"]);
/** Suffix of controls whose values are a list: checkboxes that send any number of values. */
const LIST = "[]";
/** Largest revision that its column holds. */
const MOST_REVISION = 2 ** 31 - 1;
/** Maximum number of members and entries of the data, at all levels; a form has some thirty. */
const MOST_MEMBERS = 2000;
const KEY = /^[\x21-\x7e]{8,200}$/;

/**
 * Reads a posted body.
 *
 * @throws ProblemError 400 when it does not have the documented shape
 */
export function readSubmission(request: FastifyRequest): Submission {
  const header = request.headers["idempotency-key"];
  if (header !== undefined && (typeof header !== "string" || !KEY.test(header)))
    throw malformed("The Idempotency-Key has to be 8 to 200 visible characters");
  return request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true
    ? readForm(request.body)
    : readJson(request.body, header);
}

function readJson(body: unknown, key: string | undefined): Submission {
  if (!isObject(body)) throw malformed("The body has to be a JSON object");
  const members = body as Readonly<Record<string, Json>>;
  const unknown = Object.keys(members).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    throw malformed(
      `Unknown member "${unknown.slice(0, 60)}"; known are action, item, data and revision`,
    );
  const { action, item, data, revision } = members;
  if (typeof action !== "string" || action === "") throw malformed("The action is missing");
  if (item !== undefined && typeof item !== "string") throw malformed("The item has to be a text");
  if (data !== undefined && !isObject(data)) throw malformed("The data has to be an object");
  if (
    revision !== undefined &&
    (typeof revision !== "number" ||
      !Number.isInteger(revision) ||
      revision < 0 ||
      revision > MOST_REVISION)
  )
    throw malformed("The revision has to be a whole number");
  if (membersOf(data ?? null) > MOST_MEMBERS) throw tooManyMembers();
  return {
    action,
    item,
    data: (data ?? {}) as JsonObject,
    revision,
    key,
    isPlainForm: false,
  };
}

/** Reads a plain HTML form by the names of its controls. */
export function readForm(body: unknown): Submission {
  const fields = (typeof body === "object" && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >;
  const data: Record<string, Json> = {};
  if (membersOf(fields as JsonObject) > MOST_MEMBERS) throw tooManyMembers();
  for (const [name, value] of Object.entries(fields)) {
    // The prototype of an object is no field: a list would replace it.
    if (["action", "item", "revision", "key", "__proto__", "__proto__[]"].includes(name)) continue;
    if (name.endsWith(LIST)) {
      data[name.slice(0, -LIST.length)] = [value].flat().filter(isText);
      continue;
    }
    const text = Array.isArray(value) ? value.at(-1) : value;
    if (isText(text)) data[name] = text;
  }
  const { action, item, revision, key } = fields;
  return {
    action: typeof action === "string" && action !== "" ? action : "submit",
    ...(typeof item === "string" ? { item } : {}),
    data,
    revision:
      typeof revision === "string" && /^\d{1,9}$/.test(revision) ? Number(revision) : undefined,
    key: typeof key === "string" && KEY.test(key) ? key : undefined,
    isPlainForm: true,
  };
}

/** How many members and entries a value has, at all levels; counted until they are too many. */
function membersOf(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  for (const each of Array.isArray(value) ? (value as readonly Json[]) : Object.values(value)) {
    count += 1 + membersOf(each);
    if (count > MOST_MEMBERS) break;
  }
  return count;
}

function tooManyMembers(): ProblemError {
  return malformed(`The data has more than ${MOST_MEMBERS} members`);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
