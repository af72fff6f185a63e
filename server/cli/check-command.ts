import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import type { CompiledFlow, CompileResult } from "../../engine/compile/compiled-flow.ts";
import { flowIds, isSourceOf } from "../../engine/compile/flow-sources.ts";
import { ENVIRONMENTS } from "../../engine/language/environments.ts";
import type { DefinitionProblem, OpenQuestion } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { writeStatePlaces } from "../../engine/tools/state-places.ts";
import { findAlarms, type Alarms } from "../../engine/witness/find-alarms.ts";
import { sandboxFrames } from "../calls/sandbox-frames.ts";
import { defineCommand } from "./command.ts";
import { compileCached, openCache } from "../definitions/definition-cache.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { missingPictures } from "../definitions/missing-pictures.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { leftLine, readableHere, readableOf, type ReadableFiles } from "./readable-files.ts";
import { SEARCH_STEPS, searchSteps } from "./search-steps.ts";

/** `foyer check`: checks all definitions in every variant. */
export const checkCommand = defineCommand({
  usage: "check [FLOW…] [--fix] [--undecided] [--witness] [--steps N] [--json]",
  help: `Lists every problem with file, line, column and a suggestion. Exit 1 when there is an error. --fix first writes the
places and choices that fields of forms lack into state.yaml, with their types; files that cannot be read are left, and named. What the check
cannot decide, it tries with answers that the forms take; --undecided names each question that this leaves open, with
its reason. --witness also searches for journeys into a fault, such as a state that nothing leads on from, and prints
each as a fixture; it names the screens of which the search decided nothing. --steps: how many steps the search tries
(${SEARCH_STEPS}). With FOYER_ENV=OTE or production it also names frames that would show a page of the sandbox there, as
this machine is set up.`,
  async run({ options, flags, rest }, json) {
    const most = searchSteps(options.steps);
    const read = await readableHere();
    const { left } = read;
    // The check takes seconds: each written file is named before it begins.
    const sources = flags.fix
      ? await fixState(read, rest, (line) => {
          if (!json) console.log(line);
        })
      : read.sources;
    const findings =
      left.length > 0
        ? { results: [], problems: left, undecided: [], found: [] }
        : await findingsIn(sources, rest, flags.witness ? most : 0);
    const { problems, undecided, found } = findings;
    const hasError = problems.some(({ severity }) => severity === "error");
    const ok = !hasError && found.every(({ alarms }) => alarms.length === 0);
    const witnesses = flags.witness ? { witnesses: found } : {};
    const warnings = settingsWarnings(findings);
    return {
      code: ok ? 0 : 1,
      data: { ok, problems, undecided, warnings, ...witnesses },
      lines: [
        ...(problems.length > 0
          ? [await formatProblems(missingTextsLast(problems), readDefinition)]
          : []),
        ...linesOf(findings, flags.undecided),
      ],
    };
  },
});

/** What the check found in some flows. */
interface Findings {
  readonly results: readonly { readonly flow: string; readonly result: CompileResult }[];
  readonly problems: readonly DefinitionProblem[];
  readonly undecided: readonly (OpenQuestion & { readonly flow: string })[];
  /** What the search for journeys found; empty without one. */
  readonly found: readonly FlowAlarms[];
}

/**
 * Checks flows.
 *
 * @param named ids of the flows; none: every flow
 * @param most steps that a search for journeys tries; 0: no search
 */
async function findingsIn(
  sources: Sources,
  named: readonly string[],
  most: number,
): Promise<Findings> {
  const flows = named.length > 0 ? named : flowIds(sources);
  const cache = openCache();
  const results = flows.map((flow) => ({
    flow,
    result: compileCached(cache, sources, flow, ENVIRONMENTS),
  }));
  const problems = results.flatMap(({ result }) => (result.ok ? result.warnings : result.problems));
  return {
    results,
    problems: [...problems, ...(await picturesOf(sources, flows))],
    undecided: results.flatMap(({ flow, result }) =>
      result.ok ? result.questions.map((question) => ({ flow, ...question })) : [],
    ),
    found: most === 0 ? [] : flows.flatMap((flow) => alarmsOf(sources, flow, most)),
  };
}

/** What is printed below the problems: what to do about them, and what else was found. */
function* linesOf(findings: Findings, namesQuestions: boolean): Generator<string> {
  const { results, problems, undecided, found } = findings;
  for (const { flow, result } of results)
    if (!result.ok && result.problems.some(isMissingText))
      yield `npx foyer copy fill ${flow} writes each missing text into its file, with TODO before it.`;
  if (problems.some(isMisshapen))
    yield "Names, rules and texts are checked once every file is written as its kind is.";
  for (const { flow, result } of results) if (result.ok) yield summaryOf(flow, result.flow);
  yield* settingsWarnings(findings);
  yield* undecidedLines(undecided, namesQuestions);
  for (const each of found) yield* alarmLines(each);
}

/** What the settings of this machine lack for the environment that it names. */
function settingsWarnings({ results }: Findings): readonly string[] {
  const environment = process.env["FOYER_ENV"];
  if (environment === undefined) return [];
  return results.flatMap(({ result }) =>
    result.ok ? sandboxFrames(result.flow, process.env, environment) : [],
  );
}

/** A file that is not written as its kind is: nothing more was checked. */
function isMisshapen({ code, severity }: DefinitionProblem): boolean {
  return severity === "error" && /^FLOW-(?:SHAPE|YAML-|SCHEMA)/.test(code);
}

function summaryOf(id: string, flow: CompiledFlow): string {
  const [first] = flow.variants;
  const screens = first === undefined ? "" : flow.variant(first).screens.size;
  return `${id} ${flow.version}: ${flow.variants.length} variants, ${screens} screens, no errors`;
}

/**
 * Writes the missing places of the flows' states.
 *
 * @param tell takes a line about each file that is written or left
 */
async function fixState(
  { sources, left: unreadable }: ReadableFiles,
  named: readonly string[],
  tell: (line: string) => void,
): Promise<Sources> {
  const changed = new Map(sources);
  for (const flow of named.length > 0 ? named : flowIds(sources)) {
    const readable = readableOf(sources, flow);
    const state = `schemas/${flow}/state.yaml`;
    const left = [...unreadable, ...(readable?.left ?? [])];
    const isStateLeft = left.some(({ file }) => file === state);
    const written =
      readable === undefined || isStateLeft ? undefined : writeStatePlaces(readable.sources, flow);
    for (const problem of left) if (isSourceOf(problem.file, flow)) tell(leftLine(problem));
    if (written === undefined) {
      tell(`${flow}: --fix wrote nothing; correct the mistakes below, then run it again`);
      continue;
    }
    const { file, text, paths, unwritten } = written;
    if (unwritten.length > 0)
      tell(`${file} lacks ${unwritten.join(", ")}: the value around it is no object`);
    if (paths.length === 0) continue;
    changed.set(file, text);
    await writeFile(join(flowsFolder(), file), text);
    tell(`wrote ${file}: ${paths.join(", ")}`);
  }
  return changed;
}

function isMissingText({ code }: DefinitionProblem): boolean {
  return code === "FLOW-COPY-MISSING" || code === "FLOW-COPY-LOCALE";
}

/** Missing texts come last: a new flow has many of them, and other mistakes stand between them. */
function missingTextsLast(problems: readonly DefinitionProblem[]): readonly DefinitionProblem[] {
  return [
    ...problems.filter((problem) => !isMissingText(problem)),
    ...problems.filter((problem) => isMissingText(problem)),
  ];
}

/** The questions by name, and what to do about them; nothing where they are not asked for. */
export function* undecidedLines(
  questions: readonly OpenQuestion[],
  isNamed: boolean,
): Generator<string> {
  if (!isNamed) return;
  for (const { file, line, column, question, reason } of questions)
    yield `not decided: ${file}:${line}:${column} ${question}: ${reason}`;
  if (questions.length > 0)
    yield "--witness searches for journeys with generated answers that decide them";
}

async function picturesOf(
  sources: Sources,
  flows: readonly string[],
): Promise<readonly DefinitionProblem[]> {
  const found = flows.map((flow) => missingPictures(sources, flow, flowsFolder()));
  return (await Promise.all(found)).flat();
}

/** What the search found in one flow. */
interface FlowAlarms extends Alarms {
  readonly flow: string;
}

/** The search of a flow, which may have problems as long as it compiles. */
function alarmsOf(sources: Sources, flow: string, most: number): readonly FlowAlarms[] {
  const result = compileFlow(sources, flow, undefined, { checks: "compiled" });
  return result.ok ? [{ flow, ...findAlarms(result.flow, most) }] : [];
}

function* alarmLines({ flow, alarms, undecided, tries }: FlowAlarms): Generator<string> {
  for (const { message, fixture } of alarms) {
    yield `${flow}: ${message}`;
    yield stringify(fixture).replaceAll(/^/gm, "    ").trimEnd();
  }
  for (const { screen, why } of undecided) yield `not decided: ${flow} ${screen}: ${why}`;
  yield `${flow}: ${alarms.length === 0 ? "no journey into a fault" : `${alarms.length} journeys into faults`}; the search tried ${tries} steps`;
}
