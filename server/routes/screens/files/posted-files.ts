import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { FileReference } from "../../../../engine/language/file.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { isFileId, type RefusedFile } from "../../../../engine/validate/files.ts";
import { readForm, type Submission } from "../../submission.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { VisitTools } from "../../../application/visit/visit-tools.ts";
import { examine } from "../../../application/files/examine.ts";
import { fileFieldsOf, type FileField } from "../../../application/files/file-fields.ts";
import { fileOwnerOf } from "../../../application/files/file-owner.ts";
import { readMultipart, type Parts } from "./read-multipart.ts";

/** Beside a field's own control, which holds ids, a form without scripts has one that takes a file and one that takes it away. */
const FILE = "~file";
const REMOVE = "~remove";
/** Files that came along with a form. */
export type PostedFiles = Parts["files"];

/** Ids of a field that are looked at. */
const MOST_IDS = 20;

/** Reads a plain HTML form with files in it. What comes from somebody who may not be here is not read. */
export async function readPosted(
  request: FastifyRequest,
  context: RequestContext,
): Promise<{ readonly submission: Submission; readonly files: PostedFiles }> {
  if (context.access !== "ok") return { submission: readForm({}), files: [] };
  const asked = fileFieldsOf(context);
  const most = {
    bytes: Math.max(1, ...[...asked.values()].map(({ options }) => options.maxBytes)),
    files: [...asked.values()].reduce((sum, field) => sum + field.most, 0),
  };
  const { fields, files } = await readMultipart(request, most);
  return { submission: readForm(fields), files };
}

/** What files add to the print of a request: the same form with another file in it is another request. */
export function fileHashesOf(files: PostedFiles): readonly string[] {
  return files.map(
    ({ field, name, bytes }) =>
      `${field} ${name} ${createHash("sha256").update(bytes).digest("hex")}`,
  );
}

/**
 * The data of a form with what is known of each file in the place of its id, and with files that came along. An id that
 * whoever asks has no right to, or that nobody was given, is a refused value like any other wrong one.
 */
export async function withFiles(
  data: JsonObject,
  context: RequestContext,
  files: PostedFiles,
  tools: Pick<VisitTools, "files">,
): Promise<JsonObject> {
  const asked = fileFieldsOf(context);
  if (asked.size === 0) return data;
  const made: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data))
    if (!name.endsWith(REMOVE) && !asked.has(name)) made[name] = value;
  for (const [name, field] of asked) {
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
  const examined = await examine(given, options);
  if ("refused" in examined) return { refused: examined.refused };
  const owner = fileOwnerOf(context);
  return (
    (owner === undefined ? undefined : await tools.files.keep(owner, examined.file)) ?? {
      refused: "file.many",
    }
  );
}

/** One file: the last that was given; where that is not taken, what was there stays beside the reason. Several: all of them. */
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
