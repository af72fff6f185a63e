import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { FileReference } from "../../../../engine/language/file.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { isFileId, type RefusedFile } from "../../../../engine/validate/files.ts";
import { readForm, type Submission } from "../read-submission.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { VisitTools } from "../../../application/visit/visit-tools.ts";
import { sessionOver } from "../../../http/problem.ts";
import { examine } from "../../../application/files/examine.ts";
import { fileFieldsOf, type FileField } from "../../../application/files/file-fields.ts";
import { fileOwnerOf } from "../../../application/files/file-owner.ts";
import { readMultipart, type Parts } from "./read-multipart.ts";

/**
 * Suffix of the controls of a plain HTML form that add or remove a file; the field's own control
 * holds ids.
 */
const FILE = "~file";
const REMOVE = "~remove";
/** Files posted with a form. */
export type PostedFiles = Parts["files"];

/** Maximum number of ids of one field that are looked up. */
const MOST_IDS = 20;

/**
 * Reads a plain HTML form with files. The body of a visitor without access is not read, nor one
 * without a session for a page that asks for no file.
 *
 * @throws ProblemError 400, 401, 413, 429, 503
 */
export async function readPosted(
  request: FastifyRequest,
  context: RequestContext,
): Promise<{ readonly submission: Submission; readonly files: PostedFiles }> {
  if (context.access !== "ok") return { submission: readForm({}), files: [] };
  const fileFields = fileFieldsOf(context);
  if (fileFields.size === 0 && context.subject === undefined) throw sessionOver();
  const most = {
    visitor: context.subject?.toString("hex"),
    bytes: Math.max(1, ...[...fileFields.values()].map(({ options }) => options.maxBytes)),
    files: [...fileFields.values()].reduce((sum, field) => sum + field.most, 0),
  };
  const { fields, files } = await readMultipart(request, most);
  return { submission: readForm(fields), files };
}

/**
 * Hashes of posted files, part of a request's fingerprint: the same form with another file is
 * another request.
 */
export function fileHashesOf(files: PostedFiles): readonly string[] {
  return files.map(
    ({ field, name, bytes }) =>
      `${field} ${name} ${createHash("sha256").update(bytes).digest("hex")}`,
  );
}

/**
 * Replaces the file ids of a form by references, stores posted files, and drops the `~file` and
 * `~remove` fields. An id without a file, or of another owner, is refused like any invalid value.
 */
export async function storeAndReferToFiles(
  data: JsonObject,
  context: RequestContext,
  files: PostedFiles,
  tools: Pick<VisitTools, "files">,
): Promise<JsonObject> {
  const fileFields = fileFieldsOf(context);
  if (fileFields.size === 0) return data;
  const made: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data))
    if (!name.endsWith(REMOVE) && !fileFields.has(name)) made[name] = value;
  for (const [name, field] of fileFields) {
    const known = await referred(
      { value: data[name], removed: data[`${name}${REMOVE}`], field },
      context,
      tools,
    );
    const given = files.filter((each) => each.field === `${name}${FILE}`);
    const added: (FileReference | RefusedFile)[] = [];
    for (const each of given.slice(0, field.most))
      added.push(await keep(each, field, context, tools));
    const value = valueOf(known, added, field);
    if (value !== undefined) made[name] = value;
  }
  return made;
}

async function referred(
  {
    value,
    removed,
    field: { stored },
  }: {
    readonly value: Json | undefined;
    readonly removed: Json | undefined;
    readonly field: FileField;
  },
  context: RequestContext,
  tools: Pick<VisitTools, "files">,
): Promise<(FileReference | RefusedFile)[]> {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "string") return [{ refused: "file.unknown" }];
  const ids = [...new Set(value.split(" ").filter((id) => id !== "" && id !== removed))].slice(
    0,
    MOST_IDS,
  );
  const owner = fileOwnerOf(context);
  const own = owner === undefined ? [] : await tools.files.find(owner, ids.filter(isFileId));
  return ids.map(
    (id) => [...stored, ...own].find((file) => file.id === id) ?? { refused: "file.unknown" },
  );
}

async function keep(
  given: PostedFiles[number],
  { options }: FileField,
  context: RequestContext,
  tools: Pick<VisitTools, "files">,
): Promise<FileReference | RefusedFile> {
  const { scope, subject } = context;
  const examined = await examine(given, options, { scope, visitor: subject?.toString("hex") });
  if ("refused" in examined) return { refused: examined.refused };
  const owner = fileOwnerOf(context);
  return (
    (owner === undefined ? undefined : await tools.files.save(owner, examined.file)) ?? {
      refused: "file.many",
    }
  );
}

/**
 * The value of a file field. A single one: the latest file; where that is refused, the file before
 * stays beside the reason. A list: all of them.
 */
function valueOf(
  known: readonly (FileReference | RefusedFile)[],
  added: readonly (FileReference | RefusedFile)[],
  { field }: FileField,
): Json | undefined {
  const all = [...known, ...added];
  if (all.length === 0) return undefined;
  if (field.type === "array") return all as unknown as Json;
  const last = all.at(-1);
  return (last !== undefined && "refused" in last
    ? { ...known.at(-1), ...last }
    : last) as unknown as Json;
}
