import { drawPage } from "../../engine/fixtures/contrary/drawn-page.ts";
import { pageText } from "../../engine/render/page-text.ts";
import type { StepTrace } from "../../engine/fixtures/trace.ts";
import { fallbackLocale, pathAxisOf } from "../../engine/language/axes.ts";
import { joinAddress, splitAddress } from "../../engine/language/address.ts";
import { readAxes } from "./read-axes.ts";
import { reasonText } from "../../engine/transition/reason.ts";
import type { InputContext } from "../../engine/transition/input.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { isObject, type Json } from "../../engine/language/json.ts";
import { explainPath } from "../../engine/tools/explain-path.ts";
import { explainScreen, type ScreenLine } from "../../engine/tools/explain-screen.ts";
import type { Variant } from "../../engine/language/variant.ts";
import { ruleDescriptionsOf } from "../../engine/tools/rule-descriptions.ts";
import { runFixture, variantOf } from "../../engine/fixtures/run-fixture.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import type { FlowLibrary } from "../definitions/flow-library.ts";
import { defineCommand, type Report } from "./command.ts";
import { readFixture } from "./read-fixture.ts";
import { sourcesHere, uncheckedLibrary } from "./library-here.ts";
import { noSuch } from "./choose-flow.ts";
import { readGivenFile } from "./read-given-file.ts";

/** `foyer explain`: explains a screen. */
export const explainCommand = defineCommand({
  usage:
    "explain [FLOW] [PATH] [--state FILE | --fixture NAME|FILE [--step N]] [--axis NAME=VALUE]… [--role NAME] [--resource ID] [--page] [--json] | explain FLOW --screen NAME",
  help: `PATH is the path in the address, or one below the address of FLOW, perhaps with its query; {applicationId} stands for the id in the state, and /term for the screen of that name. --state takes a YAML or JSON file with the application's state (default: empty),
--role the role of a visitor who is not the applicant, and --resource the id that the role is about. The command lists every
rule that it evaluated, with the result and the values. --fixture takes the state after step N of a fixture (default: the
last step), with its variant, flags and clock; without PATH also its page. foyer record ID --out FILE writes a fixture from
an application in a database. --page also prints the page as plain
text. With --screen the command lists what holds for a screen whatever the state: who may be on it,
when it is done, which rows of the entry, onOpen and resume tables lead there or away, and what of it is derived.`,
  async run({ options, flags, rest }) {
    const sources = await sourcesHere();
    const library = uncheckedLibrary(sources);
    if (options.screen !== undefined) {
      const flow = library.flows.get(rest[0] ?? "");
      if (flow === undefined) throw noSuch("flow", rest[0] ?? "", library.flows.keys());
      return reportOnScreen(flow, options.screen, options);
    }
    const wanted = wantedPage(library, rest);
    const explained =
      options.fixture === undefined
        ? await hypothetical(library, wanted, options)
        : await inFixture(library, wanted, { name: options.fixture, step: options.step });
    const { flow, compiled, state, context, seen } = explained;
    const path = completePath(explained);
    const { resolution, trace } = explainPath(
      compiled,
      { state, path, context },
      ruleDescriptionsOf(sources, flow.id),
    );
    const { reason, ...shown } = resolution;
    const because = reasonText(reason);
    const page = flags.page ? pageLines(explained, path) : undefined;
    return {
      code: 0,
      data: {
        ...(page === undefined ? {} : { page }),
        ...(seen === undefined ? {} : { step: { because: seen.because, events: seen.events } }),
        resolution: { ...shown, because },
        trace,
      },
      lines: [
        ...(path === explained.path ? [] : [`${explained.path} is taken as ${path}`]),
        resolution.kind === "screen"
          ? `${path} shows "${resolution.screen}" at ${resolution.path}, because of ${because}`
          : `${path} leaves for ${resolution.to}, because of ${because}`,
        ...trace.flatMap(ruleLines),
        ...(seen === undefined ? [] : stepLines(seen)),
        ...(page === undefined ? [] : ["The page:", ...page.map((line) => `  ${line}`)]),
      ],
    };
  },
});

/** The page of a path as plain text, line by line; none where the path leaves the flow. */
function pageLines(
  { compiled, state, context, seen }: ExplainedVisit,
  address: string,
): readonly string[] {
  const { path, query } = splitAddress(address);
  // The messages of a step are on its own page.
  const own = seen?.path === path ? seen : undefined;
  const view = drawPage(compiled, {
    state,
    path,
    query,
    context,
    shown: own?.shown ?? [],
    problems: own?.problems ?? [],
    leave: own?.leave,
  });
  return view === undefined ? [] : pageText(view);
}

/** A rule with what it gave, and below it the values that it read. */
function ruleLines({
  rule,
  description,
  held,
  saw,
}: ReturnType<typeof explainPath>["trace"][number]): readonly string[] {
  const values = Object.entries(saw).map(
    ([name, value]: [string, Json]) =>
      `${name} ${value === null ? "is not there" : `= ${JSON.stringify(value)}`}`,
  );
  return [
    `  ${held ? "yes" : "no "} ${rule}: ${held ? "" : "it would have to be that "}${description}`,
    ...(values.length > 0 ? [`        ${values.join(", ")}`] : []),
  ];
}

/** The page that is asked about; both parts may be left out for a fixture. */
interface WantedPage {
  readonly flow?: CompiledFlow;
  readonly path?: string;
}

/** @throws Error on a first word that is neither a path nor a flow */
function wantedPage(library: FlowLibrary, [first, second]: readonly string[]): WantedPage {
  if (first === undefined) return {};
  if (first.startsWith("/")) return { path: first };
  const flow = library.flows.get(first);
  if (flow === undefined)
    throw new Error(
      `"${first}" is neither a path, which begins with /, nor a flow: there are ${[...library.flows.keys()].join(", ")}`,
    );
  if (second === undefined) return { flow };
  const { mount } = flow.definition;
  const isWhole = library.flowAt(second)?.flow === flow || mount === "/";
  return { flow, path: isWhole ? second : `${mount}${second}` };
}

/** What decided in a step of a fixture, and what it changed. */
function stepLines({ because, events, calls }: StepTrace): readonly string[] {
  return [
    because === ""
      ? "The step decided nothing by itself:"
      : `The step led here because of ${because}:`,
    ...calls.map((call) => `  it made the call ${call}`),
    ...events.flatMap((event) => [
      `  ${event.because}${event.changes.length === 0 ? ": changed nothing" : ""}`,
      ...event.changes.map(
        ({ path, value }) =>
          `      ${path} ${value === null ? "is taken away" : `= ${JSON.stringify(value)}`}`,
      ),
    ]),
  ];
}

/** The rules of a screen in a variant, independent of state. */
async function reportOnScreen(flow: CompiledFlow, name: string, options: Options): Promise<Report> {
  const explained = explainScreen(
    flow.variant(hypotheticalVariant(flow, options.axis)),
    name,
    ruleDescriptionsOf(await sourcesHere(), flow.id),
  );
  if (explained === undefined) throw new Error(`the flow ${flow.id} has no screen ${name}`);
  return { code: 0, data: explained, lines: explained.lines.map(screenLine) };
}

function screenLine({ rule, when = "always", from, to, sends }: ScreenLine): string {
  if (sends !== undefined)
    return `${rule}: sends ${sends.join(", ")}: without an answer where the screen is skipped, until another page has it`;
  const away = to === undefined ? "" : ` leads to ${to}`;
  return `${rule}${away}: ${when}${from === undefined ? "" : ` (derived from ${from})`}`;
}

/** The variant that the options name; the flow's first without any. */
function hypotheticalVariant(flow: CompiledFlow, axis: string | undefined): Variant {
  return { ...readAxes(flow.definition, axis), environment: "LOCAL" };
}

/**
 * The asked path with what it leaves to the application: `/{applicationId}/term`, or `/term` where
 * only a screen below the application's id has that name.
 */
function completePath({ flow, compiled, state, path: address }: ExplainedVisit): string {
  const { mount } = flow.definition;
  const { path, query } = splitAddress(address);
  const under = path === mount || path.startsWith(`${mount === "/" ? "" : mount}/`);
  const id = isObject(state["application"]) ? state["application"]["id"] : undefined;
  const filled = (each: string) =>
    joinAddress(typeof id === "string" ? each.replaceAll(/\{\w+\}/g, id) : each, query);
  const own = under && mount !== "/" ? path.slice(mount.length) : path;
  const paths = [...compiled.screens.values()].map(({ definition }) => definition.path);
  if (paths.includes(own)) return filled(`${mount === "/" ? "" : mount}${own}`);
  const ending = paths.filter((each) => each.startsWith("/{") && each.endsWith(own) && own !== "/");
  const [only] = ending;
  return only !== undefined && ending.length === 1 && path.split("/").length < 4
    ? filled(`${mount === "/" ? "" : mount}${only}`)
    : filled(path);
}

interface ExplainedVisit {
  readonly flow: CompiledFlow;
  readonly compiled: CompiledVariant;
  readonly state: ApplicationState;
  readonly path: string;
  readonly context: InputContext;
  /** The step of a fixture. */
  readonly seen?: StepTrace;
}

type Options = Readonly<Partial<Record<"state" | "axis" | "role" | "resource", string>>>;

/** A visitor with the given state, now. */
async function hypothetical(
  library: FlowLibrary,
  { path }: WantedPage,
  options: Options,
): Promise<ExplainedVisit> {
  if (path === undefined || !path.startsWith("/"))
    throw new Error("PATH is missing; try foyer explain /get-started");
  const found = library.flowAt(path);
  if (found === undefined) throw new Error(`no flow has the path ${path}`);
  const { flow, value } = found;
  const inPath = pathAxisOf(flow.definition)?.axis;
  const { role, resource } = options;
  const compiled = flow.variant({
    ...(inPath === undefined || value === undefined ? {} : { [inPath]: value }),
    ...hypotheticalVariant(flow, options.axis),
  });
  const { variant } = compiled;
  const about = role === undefined ? undefined : compiled.roles.get(role)?.definition.resource;
  if (about !== undefined && resource === undefined)
    throw new Error(
      `the role ${role} is about one resource (${about}): name its id by --resource, as the state has it`,
    );
  return {
    flow,
    compiled,
    state: options.state === undefined ? {} : await readState(options.state),
    path,
    context: {
      now: new Date().toISOString(),
      variant,
      locale: compiled.locales[0] ?? fallbackLocale(flow.definition),
      signedIn: true,
      actor: role === undefined ? undefined : { role, id: resource },
      uuids: [],
    },
  };
}

async function readState(path: string): Promise<ApplicationState> {
  const { value, problems } = readYaml(
    path,
    await readGivenFile(path, "a YAML or JSON map with the state"),
  );
  if (problems.length > 0 || !isObject(value))
    throw new Error(`${path} is no state: ${problems[0]?.message ?? "it is no map"}`);
  return value as ApplicationState;
}

/** The visitor of a fixture after one of its steps. */
async function inFixture(
  library: FlowLibrary,
  wanted: WantedPage,
  { name, step }: { readonly name: string; readonly step: string | undefined },
): Promise<ExplainedVisit> {
  const read = /\.ya?ml$/.test(name) ? (await readFixture(name, library)).fixture : undefined;
  const flows = wanted.flow === undefined ? [...library.flows.values()] : [wanted.flow];
  const found = flows.flatMap((flow) =>
    read === undefined
      ? flow.fixtures
          .filter(({ fixture }) => fixture === name)
          .map((fixture) => ({ flow, fixture }))
      : read.flow === flow.id
        ? [{ flow, fixture: read }]
        : [],
  );
  const [first] = found;
  if (first === undefined)
    throw noSuch(
      `fixture${wanted.flow === undefined ? "" : ` of ${wanted.flow.id}`}`,
      name,
      flows.flatMap((flow) => flow.fixtures.map(({ fixture }) => fixture)),
    );
  const { flow, fixture } = first;
  const { steps } = runFixture(flow, fixture);
  const number = step === undefined ? steps.length : Number(step);
  const seen = steps[number - 1];
  if (seen === undefined)
    throw new Error(`${name} has ${steps.length} steps; --step is "${step ?? ""}"`);
  return {
    flow,
    compiled: variantOf(flow, fixture).compiled,
    state: seen.state,
    path: wanted.path ?? seen.path,
    context: seen.context,
    seen,
  };
}
