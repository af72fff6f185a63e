import type { Destination, Notice } from "./answer.ts";
import type { ApplicationState } from "./state.ts";
import { evaluateTable } from "./evaluate-table.ts";
import { Changes } from "./changes.ts";
import { basePath, pathOfScreen } from "./destination.ts";
import { buildFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import { asObject } from "../language/json.ts";
import { permissionOf } from "./permission.ts";
import { isUnknown, REFUSED, type Resolution } from "./resolution.ts";

/** What is asked for: a path below the host, with its query. */
export interface ScreenRequest {
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly context: InputContext;
}

/**
 * Which screen a state allows for a path, and why.
 *
 * In this order: the flow's entry table, an unknown path, the visitor's role, the screen's own `onOpen` table, its
 * `allow` rule, and where role or rule do not hold the flow's resume table. Wherever tables lead, a role sees no
 * screen it does not list, and a state no screen whose `allow` says no: a resume row that leads to one is passed over
 * for the next, an `onOpen` row for the resume table, and an entry row shows the screen for unknown paths, since it
 * keeps somebody out. Nothing is stored: the same state and path give the same screen every time.
 */
export function resolveScreen(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest,
): Resolution {
  const facts = buildFacts(flow, state, request.context);
  const found = findRoute(flow, request.path, facts);
  facts["query"] = { ...request.query };
  facts["requested"] = withQuery(request.path, request.query);
  facts["params"] = found?.params ?? {};
  facts["screen"] = found?.screen.id ?? null;
  facts["public"] = found?.screen.definition.public ?? false;
  const present = found === undefined ? undefined : { screen: found.screen.id, path: request.path };

  const asking: Asking = { flow, facts, present, rows: [], notices: [], refused: [] };
  const { notices, rows } = asking;
  const entered =
    flow.definition.entry === undefined
      ? undefined
      : askedResolution(asking, flow.definition.entry);
  if (entered !== undefined)
    return permitted(flow, facts, withNotices(allowedOr(asking, entered, cannotBeShown), notices));
  if (found === undefined) return unknownPath(flow, facts, rows);

  const { screen } = found;
  const permission = permissionOf(flow, facts);
  if (!permission.opens(screen, found.params))
    return {
      ...resume(asking),
      ...(permission.role === undefined ? {} : { denied: permission.role }),
    };
  if (screen.definition.onOpen !== undefined) {
    const opened = askedResolution(asking, screen.definition.onOpen);
    if (opened !== undefined)
      return permitted(flow, facts, withNotices(allowedOr(asking, opened, resume), notices));
  }
  const told = notices.length === 0 ? {} : { notices };
  if (screen.allow === undefined || screen.allow.test(facts)) {
    const path = pathOfScreen(flow, screen, facts) ?? request.path;
    return {
      kind: "screen",
      screen: screen.id,
      path: found.alias ? request.path : path,
      params: found.params,
      because: screen.allow === undefined ? `open:${screen.id}` : `allow:${screen.id}`,
      ...told,
      rows,
    };
  }
  return { ...resume(asking), ...told };
}

/** The screen a path names and the parameters in it; undefined when no screen that exists for these facts has it. */
export function findRoute(
  flow: CompiledVariant,
  path: string,
  facts: Facts,
):
  | {
      readonly screen: CompiledScreen;
      readonly params: Readonly<Record<string, string>>;
      readonly alias: boolean;
    }
  | undefined {
  const base = basePath(flow);
  if (base !== "" && path !== base && !path.startsWith(`${base}/`)) return undefined;
  const local = path.slice(base.length) || "/";
  for (const { pattern, screen } of flow.routes.near(local)) {
    const params = pattern.match(local);
    if (params !== undefined && (screen.exists === undefined || screen.exists.test(facts)))
      return { screen, params, alias: pattern !== screen.pattern };
  }
  return undefined;
}

/** A path being resolved. */
interface Asking {
  readonly flow: CompiledVariant;
  readonly facts: Facts;
  readonly present: { readonly screen: string; readonly path: string } | undefined;
  /** Rows that applied, `table/row`. */
  readonly rows: string[];
  readonly notices: Notice[];
  /** Rows that led to a screen which the state refuses, `table/row`. */
  readonly refused: string[];
}

function askedResolution(
  { flow, facts, present, rows, notices, refused }: Asking,
  table: string,
  accepts?: (next: ScreenDestination) => boolean,
): Resolution | undefined {
  const changes = new Changes(facts);
  const {
    next,
    notices: told,
    refused: passed,
  } = evaluateTable(flow, table, changes, {
    present,
    ...(accepts === undefined ? {} : { accepts }),
  });
  rows.push(...changes.rows);
  notices.push(...told);
  refused.push(...passed);
  if (next === undefined || next.kind === "stay") return undefined;
  if (next.kind === "leave") return { ...next, rows };
  return {
    kind: "screen",
    screen: next.screen,
    path: next.path,
    params: paramsOf(flow, next.screen, next.path),
    because: next.because,
    ...(isElsewhere(flow, facts, next) ? { another: true } : {}),
    rows,
  };
}

type ScreenDestination = Extract<Destination, { kind: "screen" }>;

/** Whether a state may be shown the screen that a row leads to: its `exists` and its `allow`, asked as if its own address were opened. */
function isAllowed(
  flow: CompiledVariant,
  facts: Facts,
  next: Pick<ScreenDestination, "screen" | "path">,
): boolean {
  const screen = flow.screens.get(next.screen);
  if (screen === undefined) return false;
  if (screen.allow === undefined && screen.exists === undefined) return true;
  // What is known here says nothing of another application: its page is asked for anew.
  if (isElsewhere(flow, facts, next)) return true;
  const there: Facts = {
    ...facts,
    params: { ...paramsOf(flow, next.screen, next.path) },
    query: Object.fromEntries(new URLSearchParams(next.path.split("?")[1] ?? "")),
    requested: next.path,
    screen: screen.id,
    public: screen.definition.public ?? false,
  };
  return (screen.exists?.test(there) ?? true) && (screen.allow?.test(there) ?? true);
}

/** Whether a page belongs to another application than the one at hand and the one that was asked for. */
function isElsewhere(
  flow: CompiledVariant,
  facts: Facts,
  { screen, path }: Pick<ScreenDestination, "screen" | "path">,
): boolean {
  const asked = asObject(facts["params"]);
  return Object.entries(paramsOf(flow, screen, path)).some(
    ([name, value]) =>
      flow.parameters.has(name) &&
      flow.parameters.get(name)?.evaluate(facts) !== value &&
      asked[name] !== value,
  );
}

/** A resolution that the state allows, or what stands in for one that it refuses. */
function allowedOr(
  asking: Asking,
  resolution: Resolution,
  instead: (asking: Asking) => Resolution,
): Resolution {
  if (resolution.kind === "leave" || isAllowed(asking.flow, asking.facts, resolution))
    return resolution;
  asking.refused.push(resolution.because);
  return instead(asking);
}

/** What tables said on the way to a screen is told there. */
function withNotices(resolution: Resolution, notices: readonly Notice[]): Resolution {
  return resolution.kind === "leave" || notices.length === 0
    ? resolution
    : { ...resolution, notices };
}

/** What the flow's resume table says of an applicant, whatever page they asked for. */
export function resumeScreen(flow: CompiledVariant, facts: Facts): Resolution {
  return resume({ flow, facts, present: undefined, rows: [], notices: [], refused: [] });
}

/** The first row of the resume table that holds and leads to a screen which the state allows. */
function resume(asking: Asking): Resolution {
  const { flow, facts, refused } = asking;
  // Rules that look for the thing of the page find the visitor's own.
  facts["params"] = { ...asObject(facts["params"]), ...permissionOf(flow, facts).params };
  const led = askedResolution(
    // Notices of the resume table belong to the step that follows its row, not to a page that is opened.
    { ...asking, notices: [] },
    flow.definition.resume,
    (next) => isAllowed(flow, facts, next),
  );
  const resolution = permitted(flow, facts, led ?? cannotBeShown(asking));
  return resolution.kind === "leave" || refused.length === 0
    ? resolution
    : { ...resolution, refused };
}

/** Nothing that tables lead to may be shown: the screen for unknown paths, with the row that was refused as the reason. */
function cannotBeShown({ flow, facts, rows, refused }: Asking): Resolution {
  const unknown = unknownPath(flow, facts, rows);
  const [first] = refused;
  return first === undefined ? unknown : { ...unknown, because: `${REFUSED}${first}`, refused };
}

/** A screen that the visitor's role does not list is an unknown page to them, whichever table leads there. */
function permitted(flow: CompiledVariant, facts: Facts, resolution: Resolution): Resolution {
  if (resolution.kind === "leave" || isUnknown(resolution)) return resolution;
  const screen = flow.screens.get(resolution.screen);
  const permission = permissionOf(flow, facts);
  if (screen === undefined || permission.opens(screen, resolution.params)) return resolution;
  return {
    ...unknownPath(flow, facts, resolution.rows),
    ...(permission.role === undefined ? {} : { denied: permission.role }),
  };
}

function unknownPath(
  flow: CompiledVariant,
  facts: Facts,
  rows: readonly string[],
): Extract<Resolution, { kind: "screen" }> {
  const screen = flow.screens.get(flow.definition.unknownPath);
  const path = screen === undefined ? undefined : pathOfScreen(flow, screen, facts);
  return {
    kind: "screen",
    screen: flow.definition.unknownPath,
    path: path ?? (basePath(flow) || "/"),
    params: {},
    because: "unknown-path",
    rows,
  };
}

function paramsOf(
  flow: CompiledVariant,
  screen: string,
  path: string,
): Readonly<Record<string, string>> {
  const local = path.split("?")[0]?.slice(basePath(flow).length) ?? "";
  return flow.screens.get(screen)?.pattern.match(local) ?? {};
}

/** A path with its query, as it stands in an address. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}
