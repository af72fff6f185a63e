import { flowIds } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { PinnedCount, pinsApplications } from "../definitions/pinned-applications.ts";
import { isDevelopment } from "../settings/development.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { makeAllDue } from "../storage/repositories/make-all-due.ts";
import {
  isSame,
  Versions,
  type InFlight,
  type LiveVersion,
  type Publication,
} from "../storage/repositories/versions.ts";
import { runGate, createPublication, type Gate } from "../definitions/publish-gate.ts";
import { authorHere } from "./author.ts";
import { withDatabase, type CommandDatabase } from "./command-database.ts";
import { defineCommand, type Report } from "./command.ts";
import { firstDeviationLines } from "./deviation-lines.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readDefinition } from "./read-definitions.ts";
import { sourcesHere } from "./library-here.ts";
import { flowOf, type Gated } from "./publish/gated.ts";
import { LOWER, lostLines, lostSince } from "./publish/lost-since.ts";
import { servicesIn } from "../definitions/services-on-disk.ts";
import { variableLines, variableNews, type VariableNews } from "./variable-lines.ts";
import { chooseFlows } from "./choose-flow.ts";

/** Judgements of one publish, each over what a faster one made live. */
const ATTEMPTS = 5;

const POLICIES: readonly InFlight[] = ["pin", "move", "re-ask"];

/** `foyer publish`: makes the sources the live version. */
export const publishCommand = defineCommand({
  usage:
    "publish [FLOW] --message TEXT [--in-flight pin|move|re-ask] [--until DATE] [--author NAME] [--allow-lower-coverage] [--json]",
  help: `Without FLOW the command publishes every flow that differs from its live version, all or none; FLOW also where the
policy alone differs. What is live already is not published again (exit 0), so that two pipelines may run it at the same
time: the later one is judged over what the earlier one made live. It refuses, with exit 1 and no change, when the check
finds an error, when a fixture fails, when a fixture of the live version is gone (those that \`foyer witness\` writes and
removes apart), or when a row, screen, action, call, outcome or event that its fixtures covered still exists and no fixture
covers it. --allow-lower-coverage permits the last two. OTE and production take no version with a text that begins with TODO.

--in-flight decides about applications in flight (default: versionPolicy of flow.yaml):
  pin     they finish on their version, or move on DATE (2026-12-31, or with a time)
  move    their next step uses the new version
  re-ask  as move; answers that the new version refuses are asked again, and nothing is lost
It has to be said while applications are pinned to an earlier version: it decides about them again.`,
  async run({ options, flags, rest }) {
    const allowsLower = flags[LOWER];
    const message = options["message"]?.trim() ?? "";
    if (message === "") throw new Error("--message is missing: one sentence on what changes");
    const inFlight = policyOf(options["in-flight"]);
    const until = dateOf(options["until"]);
    const sources = await sourcesHere();
    const [wanted] = rest;
    const gated = chooseFlows(flowIds(sources), rest).map((flow) => ({
      flow,
      result: runGate(sources, flow),
    }));
    const refused = gated.filter(({ result }) => !result.ok);
    if (refused.length > 0) return reportOnRefused(refused);
    const terms = { author: options["author"] ?? authorHere(), message, inFlight, until };
    const publications = gated.flatMap(({ result }) =>
      result.ok ? [createPublication(sources, result.flow, terms)] : [],
    );
    refuseUntil(publications, until);
    const request = { sources, wanted, gated, publications, until, allowsLower };
    const decided = options["in-flight"] !== undefined;
    return withDatabase(async (opened) => {
      // A publish that was faster is what this one has to be judged over.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const report = await publishOver(opened, { ...request, decided });
        if (report !== "overtaken") return report;
      }
      throw new Error("other publishes were faster each time; what is live stays, run it again");
    });
  },
});

/** What is to be published, and how. */
interface PublishRequest {
  readonly sources: Sources;
  /** The flow of the arguments. */
  readonly wanted: string | undefined;
  readonly gated: readonly Gated[];
  readonly publications: readonly Publication[];
  readonly until: Date | undefined;
  /** Whether --in-flight decides about applications that are pinned. */
  readonly decided: boolean;
  readonly allowsLower: boolean;
}

/**
 * Judges the publications over the versions that are live now, and publishes them.
 *
 * @returns what came of it, or that another publish was faster and nothing was done
 */
async function publishOver(
  { database, vault, environment }: CommandDatabase,
  request: PublishRequest,
): Promise<Report | "overtaken"> {
  const { sources, wanted, gated, publications, until } = request;
  const versions = new Versions(database);
  const serving = await versions.live();
  const live = new Map(serving.map(({ flow, hash }) => [flow, hash]));
  // The policy of a flow named in the arguments may differ from the live one.
  const due = publications.filter((next) => {
    const before = serving.find(({ flow }) => flow === next.flow);
    if (before === undefined) return true;
    return wanted === undefined ? before.hash !== next.hash : !isSame(before, next);
  });
  const unwritten = unwrittenTexts(gated, wanted === undefined ? due : publications);
  if (unwritten.length > 0 && !isDevelopment(environment)) {
    const kept = wanted ?? due.map(({ flow }) => flow).join(", ");
    return {
      code: 1,
      data: { published: [], unwritten },
      lines: [await formatProblems(unwritten, readDefinition)],
      errors: [`${kept} is not published; what is live stays. Write these texts first.`],
    };
  }
  if (!request.decided) {
    const applications = new Applications(database, vault);
    await refuseToRelease({ applications, serving, environment, due, gated });
  }
  const lost = request.allowsLower ? [] : await lostSince({ versions, live, sources, due, gated });
  if (lost.length > 0)
    return { code: 1, data: { published: [], lost }, lines: lost.flatMap(lostLines) };
  const news = await newsOf({ versions, live, due, gated });
  if (due.length > 0 && !(await versions.publish(due, serving))) return "overtaken";
  // Also where a version is live already: the publish that made it so may have ended before this.
  for (const { flow } of publications)
    if (flowOf(gated, flow)?.definition.timers !== undefined) await makeAllDue(database, flow);
  return {
    code: 0,
    data: { published: due.map(publicationJson), variables: Object.fromEntries(news) },
    lines: [
      ...(due.length === 0
        ? nothingLines(publications)
        : publishedLines(due, until, unwritten.length)),
      ...news.flatMap(([flow, each]) => variableLines(flow, each, isDevelopment(environment))),
    ],
  };
}

/** What each published version asks of the environment, by flow. */
async function newsOf({
  versions,
  live,
  due,
  gated,
}: {
  readonly versions: Versions;
  /** Hashes by flow. */
  readonly live: ReadonlyMap<string, string>;
  readonly due: readonly Publication[];
  readonly gated: readonly Gated[];
}): Promise<readonly (readonly [flow: string, news: VariableNews])[]> {
  const news: (readonly [string, VariableNews])[] = [];
  for (const { flow } of due) {
    const after = flowOf(gated, flow);
    const hash = live.get(flow);
    if (after === undefined) continue;
    const before = hash === undefined ? undefined : await versions.sources(flow, hash);
    news.push([
      flow,
      variableNews(before === undefined ? undefined : servicesIn(before, flow), after, process.env),
    ]);
  }
  return news;
}

/** The problems and failing fixtures of flows that the gate refuses. */
async function reportOnRefused(refused: readonly Gated[]): Promise<Report> {
  const lines: string[] = [];
  for (const { flow, result } of refused) {
    if (result.ok) continue;
    if ("problems" in result) lines.push(await formatProblems(result.problems, readDefinition));
    else lines.push(...failedLines(flow, result.fixtures));
    lines.push(`\n${flow} is not published; what is live stays.`);
  }
  const flows = refused.map(({ flow, result }) => ({ flow, ...result }));
  return { code: 1, data: { published: [], refused: flows }, lines };
}

function failedLines(flow: string, fixtures: Extract<Gate, { fixtures: unknown }>["fixtures"]) {
  return [
    ...fixtures.flatMap((each) => [
      `FAIL ${flow} ${each.fixture}`,
      ...firstDeviationLines(each).map((line) => `       ${line}`),
    ]),
    `\n${fixtures.length} fixture(s) do not hold. Where the journey is meant to be another now, say so in flows/${flow}/fixtures/; else mend the flow.`,
  ];
}

/** Refuses a date for applications that do not stay on their version. */
function refuseUntil(publications: readonly Publication[], until: Date | undefined): void {
  const other = publications.find(({ inFlight }) => inFlight !== "pin");
  if (until === undefined || other === undefined) return;
  throw new Error(
    `--until sets when pinned applications move on, so it needs --in-flight pin; ${other.flow} would ${other.inFlight}`,
  );
}

function publishedLines(
  due: readonly Publication[],
  until: Date | undefined,
  unwritten: number,
): readonly string[] {
  const end = until === undefined ? "" : ` until ${until.toISOString()}`;
  return [
    ...due.map(
      ({ flow, hash, inFlight }) =>
        `${flow} ${hash} is live; applications in flight: ${inFlight}${end}`,
    ),
    ...(unwritten === 0
      ? []
      : [
          `${unwritten} texts are still to be written (foyer check names them); OTE and production would refuse this version`,
        ]),
  ];
}

function nothingLines(publications: readonly Publication[]): readonly string[] {
  return [
    "Nothing differs from what is live.",
    ...publications.map(({ flow, hash }) => `${flow} ${hash} is live already`),
  ];
}

/** The warnings of texts that begin with TODO. */
function unwrittenTexts(
  gated: readonly Gated[],
  due: readonly Publication[],
): readonly DefinitionProblem[] {
  const flows = new Set(due.map(({ flow }) => flow));
  return gated.flatMap(({ flow, result }) =>
    result.ok && flows.has(flow)
      ? result.warnings.filter(({ code }) => code === "FLOW-COPY-UNWRITTEN")
      : [],
  );
}

/**
 * Refuses a publish that would release applications from the version that they are pinned to.
 *
 * @throws Error with what to say instead
 */
async function refuseToRelease({
  applications,
  serving,
  environment,
  due,
  gated,
}: {
  readonly applications: Applications;
  readonly serving: readonly LiveVersion[];
  readonly environment: string;
  readonly due: readonly Publication[];
  readonly gated: readonly Gated[];
}): Promise<void> {
  const now = new Date();
  for (const next of due) {
    const before = serving.find(({ flow }) => flow === next.flow);
    const compiled = flowOf(gated, next.flow);
    if (before === undefined || compiled === undefined || !pinsApplications(before, now)) continue;
    const pinned = new PinnedCount(compiled, before.hash, environment, now);
    await applications.eachOf(next.flow, (each) => pinned.add(each), "on-read");
    if (pinned.count > 0 && !keepsPins(next, before))
      throw new Error(pinnedMessage(next, pinned.count, before.until));
  }
}

/** Whether a publish without a policy of its own leaves pinned applications as they are. */
function keepsPins(next: Publication, before: LiveVersion): boolean {
  return next.inFlight === "pin" && before.until === undefined;
}

function pinnedMessage({ flow }: Publication, count: number, until: Date | undefined): string {
  const date = until === undefined ? "" : ` until ${until.toISOString()}`;
  const leave = `--in-flight pin${until === undefined ? "" : ` --until ${until.toISOString()}`}`;
  return [
    `${flow} is not published; what is live stays.`,
    `${count} applications in flight are pinned to an earlier version${date}.`,
    `Say what becomes of them: ${leave} leaves them there,`,
    "--in-flight move or re-ask lets them go on with the new version",
  ].join(" ");
}

/** A publication without its files. */
function publicationJson({ sources: _, ...rest }: Publication): Omit<Publication, "sources"> {
  return rest;
}

/** The policy for applications in flight. */
export function policyOf(text: string | undefined): InFlight | undefined {
  const policy = POLICIES.find((each) => each === text);
  if (text !== undefined && policy === undefined)
    throw new Error(`--in-flight is "${text}"; it may be ${POLICIES.join(", ")}`);
  return policy;
}

function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime()))
    throw new Error(`--until is "${text}"; it has to be a day such as 2026-12-31, or with a time`);
  if (date.getTime() <= Date.now())
    throw new Error(`--until is ${date.toISOString()}, which is over`);
  return date;
}
