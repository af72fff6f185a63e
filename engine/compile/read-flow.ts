import { memoizeLatest } from "../language/memoize.ts";
import type { JsonObject } from "../language/json.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import { sameSources, type Sources } from "../language/sources.ts";
import type { SourceDocument } from "../source/read-yaml.ts";
import { attemptOn } from "./check/run/attempt.ts";
import { checkCopyLength } from "./check/copy/check-copy-length.ts";
import { ShapeCheck } from "./check/files/check-shape.ts";
import { checkSharedFields } from "./check/forms/check-shared-fields.ts";
import {
  readFlowFiles,
  readMetaSchemas,
  readOtherSchemas,
  type DefinitionFile,
} from "./flow-sources.ts";
import { inOrder } from "./problem-list.ts";

/** Schemas of the language, and those that attachments name. */
const SCHEMA = /^schemas\/.+\.json$/;

/** The files of a flow, each in the shape of its kind. */
export interface FlowFiles {
  readonly files: readonly DefinitionFile[];
  /** The flow.yaml. */
  readonly front: DefinitionFile;
  readonly metaSchemas: ReadonlyMap<string, JsonObject>;
  readonly shapes: ShapeCheck;
  /** Problems that let the flow be compiled. */
  readonly problems: readonly DefinitionProblem[];
  /** Misshapen files stand as they were probably meant; of them nothing is proved. */
  readonly isMended: boolean;
}

/** Kinds of files that a flow compiles without. */
const OPTIONAL: ReadonlySet<string> = new Set(["fixture", "cases", "theme", "events"]);

/** How the files of a flow are read. */
interface Reading {
  /** The same files were checked before, and found good. */
  readonly isChecked?: boolean;
  /** Misshapen files are mended where they can be, so that the other mistakes are found as well. */
  readonly mends?: boolean;
}

/** Files that cannot be compiled, with the reasons. */
export interface RefusedFiles {
  readonly ok: false;
  readonly problems: readonly DefinitionProblem[];
}

/**
 * Reads the files of a flow, and checks their shapes by the meta-schemas.
 */
export function readFlow(
  sources: Sources,
  flow: string,
  { isChecked = false, mends = false }: Reading = {},
): ({ readonly ok: true } & FlowFiles) | RefusedFiles {
  const written = readFlowFiles(sources, flow);
  const language = readLanguage(sources);
  if ("problem" in language) return { ok: false, problems: [language.problem] };
  const { metaSchemas, shapes } = language;
  const misshapen = isChecked
    ? []
    : written.flatMap((file) =>
        attemptOn("shape", file.document.path, () => shapes.problemsOf(file)),
      );
  const isMisshapen = misshapen.some(({ severity }) => severity === "error");
  const files = isMisshapen && mends ? mendedFiles(written, shapes) : written;
  const front = files?.find(({ kind }) => kind === "flow");
  if (files === undefined || (isMisshapen && !mends)) return { ok: false, problems: misshapen };
  if (front === undefined)
    return {
      ok: false,
      problems: [
        problemOf(
          "FLOW-FRONT-PAGE",
          `There is no flows/${flow}/flow.yaml`,
          `flows/${flow}/flow.yaml`,
        ),
      ],
    };
  const read = { files, front, metaSchemas, shapes, isMended: isMisshapen };
  if (isChecked) return { ok: true, ...read, problems: [] };
  const misused = attemptOn("shared fields", front.document.path, () =>
    checkSharedFields(files, shapes),
  );
  if (misused.length > 0) return { ok: false, problems: inOrder([...misshapen, ...misused]) };
  const long = files.flatMap((file) => longTexts(file, metaSchemas.get("copy")));
  return { ok: true, ...read, problems: [...misshapen, ...long] };
}

/** Files as they were probably meant; undefined where one of them cannot be read. */
function mendedFiles(
  files: readonly DefinitionFile[],
  shapes: ShapeCheck,
): readonly DefinitionFile[] | undefined {
  const mended = files.flatMap((file) => {
    const isWrong = shapes.problemsOf(file).some(({ severity }) => severity === "error");
    if (!isWrong) return [file];
    const meant = shapes.mended(file);
    // Nothing else depends on these.
    return meant === undefined && !OPTIONAL.has(file.kind) ? [undefined] : (meant ?? []);
  });
  return mended.includes(undefined) ? undefined : mended.flatMap((file) => file ?? []);
}

/** Too long texts by file, with the meta-schema that bounds them. */
const found = memoizeLatest<SourceDocument, readonly DefinitionProblem[]>();

function longTexts(
  file: DefinitionFile,
  schema: JsonObject | undefined,
): readonly DefinitionProblem[] {
  const { document } = file;
  return found(document, [schema], () =>
    attemptOn("lengths", document.path, () => checkCopyLength(file, schema)),
  );
}

/** The language's own schemas. */
type Language = Pick<FlowFiles, "metaSchemas" | "shapes">;

/**
 * The latest schemas, compiled: they belong to the code, and edits of a flow leave them as they
 * are.
 */
let latest: { readonly schemas: Sources; readonly language: Language } | undefined;

/** The schemas of the language, and the check of files against them. */
export function readLanguage(sources: Sources): Language | { readonly problem: DefinitionProblem } {
  const schemas = new Map([...sources].filter(([path]) => SCHEMA.test(path)));
  if (latest !== undefined && sameSources(latest.schemas, schemas)) return latest.language;
  try {
    const metaSchemas = readMetaSchemas(schemas);
    const shapes = new ShapeCheck(metaSchemas, readOtherSchemas(schemas));
    latest = { schemas, language: { metaSchemas, shapes } };
    return latest.language;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return {
      problem: problemOf(
        "FLOW-SCHEMA",
        `The language's own schemas cannot be read: ${cause}`,
        "schemas/definition",
      ),
    };
  }
}

/** A problem of a whole file. */
function problemOf(code: string, message: string, file: string): DefinitionProblem {
  return { code, severity: "error", message, file, line: 1, column: 1 };
}
