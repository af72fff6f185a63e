// Not the package's root: its folder has an index.ts without the modules that it imports, which tsx
// takes in place of the index.js.
import { applyPatch, type Operation } from "fast-json-patch/commonjs/core.js";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { object } from "./schemas/parts.ts";

const POINTER = { type: "string", pattern: "^(/[^/]{1,64}){1,8}$" } as const;

/** A list of patches (RFC 6902). */
export const PATCH = {
  type: "array",
  minItems: 1,
  maxItems: 50,
  items: object(
    {
      op: { enum: ["add", "remove", "replace", "move", "copy", "test"] },
      path: POINTER,
      from: POINTER,
      value: {},
    },
    ["op", "path"],
  ),
} as const;

/**
 * Members that answers show anyway: patches may copy, move or compare these only, so that they
 * reveal no private value.
 */
const TOLD = new Set([
  "/applicant/firstName",
  "/applicant/lastName",
  "/applicant/email",
  "/company/legalName",
  "/company/dba",
  "/company/name",
  "/company/currency",
  "/store/name",
]);

type Patched =
  | { readonly ok: true; readonly body: JsonObject }
  | { readonly ok: false; readonly status: number; readonly message: string };

/** Applies patches to a submission, all of them or none. */
export function patched(body: JsonObject, patches: readonly JsonObject[]): Patched {
  for (const { op, path, from } of patches) {
    const read = op === "test" ? path : op === "copy" || op === "move" ? from : undefined;
    if (read !== undefined && !TOLD.has(String(read)))
      return { ok: false, status: 400, message: `${String(op)} cannot read ${String(read)}` };
    if ((op === "copy" || op === "move") && from === undefined)
      return { ok: false, status: 400, message: `${String(op)} needs from` };
  }
  try {
    const { newDocument } = applyPatch<Json>(
      structuredClone(body),
      structuredClone(patches) as unknown as Operation[],
      true,
      false,
      true,
    );
    return { ok: true, body: asObject(newDocument) };
  } catch (error) {
    const untrue = (error as { name?: string }).name === "TEST_OPERATION_FAILED";
    return {
      ok: false,
      status: untrue ? 409 : 400,
      message: untrue ? "A test of the patches does not hold" : "The patches cannot be applied",
    };
  }
}
