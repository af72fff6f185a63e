import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import {
  DefinitionError,
  type DefinitionProblem,
  type OpenQuestion,
} from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { writeStatePlaces } from "../../engine/tools/state-places.ts";
import { findAlarms, type Alarms } from "../../engine/witness/find-alarms.ts";
import type { Command } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { missingPictures } from "../definitions/missing-pictures.ts";
import { readOptions } from "./options.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./read-library.ts";

/** Steps that a search for witnesses tries by default. */
const STEPS = 20_000;

/** `foyer check`: checks all definitions in every variant. */
export const checkCommand: Command = {
  usage: "check [FLOW…] [--fix] [--undecided] [--witness] [--steps N] [--json]",
  help: `Lists every problem with file, line, column and a suggestion. Exit 1 when there is an error. --fix first writes the
places and choices that fields of forms lack into state.yaml, with their types. What the check
cannot decide, it tries with answers that the forms take; --undecided names each question that this leaves open, with
its reason. --witness also searches for journeys into a fault, such as a state that nothing leads on from, and prints
each as a fixture; it names the screens of which the search decided nothing. --steps: how many steps the search tries
(${STEPS}).`,
  async run(args, json) {
    const { options, flags, rest } = readOptions(args, ["steps"], ["fix", "undecided", "witness"]);
    const most = stepsOf(options.steps);
    const read = await sourcesHere().catch((error: unknown) => {
      if (error instanceof DefinitionError) return error;
      throw error;
    });
    const fixed =
      flags.fix && !(read instanceof DefinitionError) ? await fixState(read, rest) : undefined;
    if (!json) for (const line of fixed?.lines ?? []) console.log(line);
    const sources = fixed?.sources ?? read;
    const results =
      sources instanceof DefinitionError
        ? []
        : (rest.length > 0 ? rest : flowIds(sources)).map((flow) => ({
            flow,
            result: compileFlow(sources, flow),
          }));
    const problems =
      sources instanceof DefinitionError
        ? sources.problems
        : [
            ...results.flatMap(({ result }) => (result.ok ? result.warnings : result.problems)),
            ...(await picturesOf(
              sources,
              results.map(({ flow }) => flow),
            )),
          ];
    const undecided = results.flatMap(({ flow, result }) =>
      result.ok ? result.questions.map((question) => ({ flow, ...question })) : [],
    );
    const errors = problems.filter(({ severity }) => severity === "error").length;
    const found =
      flags.witness && !(sources instanceof DefinitionError)
        ? results.flatMap(({ flow }) => alarmsOf(sources, flow, most))
        : [];
    const isRight = errors === 0 && found.every(({ alarms }) => alarms.length === 0);
    if (json)
      console.log(
        JSON.stringify(
          { ok: isRight, problems, undecided, ...(flags.witness ? { witnesses: found } : {}) },
          null,
          2,
        ),
      );
    else {
      if (problems.length > 0)
        console.log(await formatProblems(missingTextsLast(problems), readDefinition));
      for (const { flow, result } of results)
        if (!result.ok && result.problems.some(isMissingText))
          console.log(
            `npx foyer copy fill ${flow} writes each missing text into its file, with TODO before it.`,
          );
      if (
        problems.some(
          ({ code, severity }) => severity === "error" && /^FLOW-(?:SHAPE|YAML-|SCHEMA)/.test(code),
        )
      )
        console.log(
          "Names, rules and texts are checked once every file is written as its kind is.",
        );
      for (const { flow, result } of results)
        if (result.ok)
          console.log(
            `${flow} ${result.flow.version}: ${result.flow.variants.length} variants, ${[...(result.flow.variants[0] === undefined ? [] : [result.flow.variant(result.flow.variants[0]).screens.size])].join("")} screens, no errors`,
          );
      for (const line of undecidedLines(undecided, flags.undecided)) console.log(line);
      for (const each of found) for (const line of linesOf(each)) console.log(line);
    }
    return isRight ? 0 : 1;
  },
};

/** Writes the missing places of the flows' states. */
async function fixState(
  sources: Sources,
  named: readonly string[],
): Promise<{ readonly sources: Sources; readonly lines: readonly string[] }> {
  const changed = new Map(sources);
  const lines: string[] = [];
  for (const flow of named.length > 0 ? named : flowIds(sources)) {
    const written = writeStatePlaces(sources, flow);
    if (written === undefined) continue;
    changed.set(written.file, written.text);
    await writeFile(join(flowsFolder(), written.file), written.text);
    lines.push(`wrote ${written.file}: ${written.paths.join(", ")}`);
  }
  return { sources: changed, lines };
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

/** The questions by name, or their number. */
export function* undecidedLines(
  questions: readonly OpenQuestion[],
  isNamed: boolean,
): Generator<string> {
  const { length } = questions;
  if (length > 0 && !isNamed)
    yield `${length === 1 ? "1 question is" : `${length} questions are`} not decided; --undecided names each, --witness searches for journeys with generated answers`;
  if (isNamed)
    for (const { file, line, column, question, reason } of questions)
      yield `not decided: ${file}:${line}:${column} ${question}: ${reason}`;
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

function stepsOf(text: string | undefined): number {
  const steps = Number(text ?? STEPS);
  if (!Number.isInteger(steps) || steps < 1)
    throw new Error(`--steps is a whole number from 1, not ${text}`);
  return steps;
}

/** The search of a flow, which may have problems as long as it compiles. */
function alarmsOf(sources: Sources, flow: string, most: number): readonly FlowAlarms[] {
  const result = compileFlow(sources, flow, undefined, { checks: "compiled" });
  return result.ok ? [{ flow, ...findAlarms(result.flow, most) }] : [];
}

function* linesOf({ flow, alarms, undecided, tries }: FlowAlarms): Generator<string> {
  for (const { message, fixture } of alarms) {
    yield `${flow}: ${message}`;
    yield stringify(fixture).replaceAll(/^/gm, "    ").trimEnd();
  }
  for (const { screen, why } of undecided) yield `not decided: ${flow} ${screen}: ${why}`;
  yield `${flow}: ${alarms.length === 0 ? "no journey into a fault" : `${alarms.length} journeys into faults`}; the search tried ${tries} steps`;
}
