import { joinAddress, pathOfAddress, splitAddress, type Address } from "../language/address.ts";
import type { Destination, Notice } from "./answer.ts";
import type { ApplicationState } from "./state.ts";
import { evaluateTable, type RowReason } from "./evaluate-table.ts";
import { withPart } from "./asked-parts.ts";
import { Changes } from "./changes.ts";
import { basePath, pathOfScreen } from "./destination.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { asObject } from "../language/json.ts";
import { withPageAddress } from "./page-address.ts";
import { permissionOf } from "./permission.ts";
import { reasonText } from "./reason.ts";
import { showsUnknownPath, type Resolution, type ResolvedScreen } from "./resolution.ts";

/** A path below the host, with its query, and its visitor's context. */
export interface ScreenRequest extends Address {
  readonly context: InputContext;
}

/**
 * Resolves the screen that a state allows for a path, with the reason.
 *
 * It asks in this order: the flow's entry table, whether the path is known, the visitor's role, the
 * screen's own `onOpen` table, its `allow` rule. Where role or rule refuse, the resume table
 * decides.
 *
 * A role sees only screens that it lists, and a state only screens whose `allow` holds. Where the
 * state refuses the screen of a row:
 *
 * - in the resume table, the next row is tried;
 * - in an `onOpen` table, the resume table decides;
 * - in the entry table, the screen for unknown paths is shown, since that table keeps visitors out.
 *
 * Nothing is stored: the same state and path always give the same screen.
 */
export function resolveScreen(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest,
): Resolution {
  return resolveWithFacts(flow, state, request).resolution;
}

/** A resolution with its facts. */
export interface Resolved {
  readonly resolution: Resolution;
  /** With the path's parameters, its query and its screen. */
  readonly facts: Facts;
}

/** Resolves a path to its screen as `resolveScreen` does, and gives the facts for further rules. */
export function resolveWithFacts(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest,
): Resolved {
  const known = buildFacts(flow, state, request.context);
  const found = findRoute(flow, request.path, known);
  const facts = layFacts(known, {
    query: { ...request.query },
    requested: joinAddress(request.path, request.query),
    params: found?.params ?? {},
    screen: found?.screen.id ?? null,
    public: found?.screen.definition.public ?? false,
  });
  const resolution = withPageAddress(
    flow,
    resolutionOf({ flow, facts }, request.path, found),
    facts,
  );
  return { facts, resolution: withPart(flow, resolution, facts) };
}

function resolutionOf(
  { flow, facts }: Pick<Resolving, "flow" | "facts">,
  path: string,
  found: ReturnType<typeof findRoute>,
): Resolution {
  const present = found === undefined ? undefined : { screen: found.screen.id, path };
  const resolving: Resolving = { flow, facts, present, rows: [], notices: [], refused: [] };
  const { notices, rows } = resolving;
  const entered =
    flow.definition.entry === undefined
      ? undefined
      : evaluatedResolution(resolving, flow.definition.entry);
  if (entered !== undefined)
    return permitted(
      flow,
      facts,
      withNotices(allowedOr(resolving, entered, cannotBeShown), notices),
    );
  if (found === undefined) return unknownPath(flow, facts, rows);

  const { screen } = found;
  const permission = permissionOf(flow, facts);
  if (!permission.opens(screen, found.params))
    return {
      ...resume(resolving),
      ...(permission.role === undefined ? {} : { denied: permission.role }),
    };
  if (screen.definition.onOpen !== undefined) {
    const opened = evaluatedResolution(resolving, screen.definition.onOpen);
    if (opened !== undefined)
      return permitted(flow, facts, withNotices(allowedOr(resolving, opened, resume), notices));
  }
  const notified = notices.length === 0 ? {} : { notices };
  if (screen.allow?.test(facts) === false) return { ...resume(resolving), ...notified };
  return {
    kind: "screen",
    screen: screen.id,
    path: found.alias ? path : (pathOfScreen(flow, screen, facts) ?? path),
    params: found.params,
    reason: { kind: screen.allow === undefined ? "open" : "allow", screen: screen.id },
    ...notified,
    rows,
  };
}

/** The screen of a path and the parameters in it; undefined when no existing screen has it. */
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
  const found = flow.routes
    .matches(local)
    .find(({ screen }) => screen.exists === undefined || screen.exists.test(facts));
  return found === undefined
    ? undefined
    : {
        screen: found.screen,
        params: found.params,
        alias: found.pattern !== found.screen.pattern,
      };
}

/** A path in the course of its resolution. */
interface Resolving {
  readonly flow: CompiledVariant;
  readonly facts: Facts;
  readonly present: { readonly screen: string; readonly path: string } | undefined;
  /** Rows that applied, `table/row`. */
  readonly rows: string[];
  readonly notices: Notice[];
  /** Rows whose screen the state refuses. */
  readonly refused: RowReason[];
}

function evaluatedResolution(
  { flow, facts, present, rows, notices, refused }: Resolving,
  table: string,
  accepts?: (next: ScreenDestination) => boolean,
): Resolution | undefined {
  const changes = new Changes(facts);
  const verdict = evaluateTable(flow, table, changes, {
    present,
    ...(accepts === undefined ? {} : { accepts }),
  });
  const { next } = verdict;
  rows.push(...changes.rows);
  notices.push(...verdict.notices);
  refused.push(...verdict.refused);
  if (next === undefined || next.kind === "stay") return undefined;
  if (next.kind === "leave") return { ...next, rows };
  return {
    kind: "screen",
    screen: next.screen,
    path: next.path,
    params: paramsOf(flow, next.screen, next.path),
    reason: next.reason,
    ...(isOfThirdApplication(flow, facts, next) ? { otherApplication: true } : {}),
    rows,
  };
}

type ScreenDestination = Extract<Destination, { kind: "screen" }>;

/**
 * Whether the state allows a row's screen: its `exists` and its `allow`, evaluated for its own
 * address.
 */
function isAllowed(
  flow: CompiledVariant,
  facts: Facts,
  next: Pick<ScreenDestination, "screen" | "path">,
): boolean {
  const screen = flow.screens.get(next.screen);
  if (screen === undefined) return false;
  if (screen.allow === undefined && screen.exists === undefined) return true;
  // The present state proves nothing about another application: its page needs a new request.
  if (isOfThirdApplication(flow, facts, next)) return true;
  const there = layFacts(facts, {
    params: { ...paramsOf(flow, next.screen, next.path) },
    query: { ...splitAddress(next.path).query },
    requested: next.path,
    screen: screen.id,
    public: screen.definition.public ?? false,
  });
  return (screen.exists?.test(there) ?? true) && (screen.allow?.test(there) ?? true);
}

/** Whether a page belongs to a third application: neither the present one nor the requested one. */
function isOfThirdApplication(
  flow: CompiledVariant,
  facts: Facts,
  { screen, path }: Pick<ScreenDestination, "screen" | "path">,
): boolean {
  const params = asObject(facts["params"]);
  return Object.entries(paramsOf(flow, screen, path)).some(
    ([name, value]) =>
      flow.parameters.has(name) &&
      flow.parameters.get(name)?.evaluate(facts) !== value &&
      params[name] !== value,
  );
}

/** An allowed resolution, or the replacement of a refused one. */
function allowedOr(
  resolving: Resolving,
  resolution: Resolution,
  instead: (resolving: Resolving) => Resolution,
): Resolution {
  if (resolution.kind === "leave" || isAllowed(resolving.flow, resolving.facts, resolution))
    return resolution;
  if (resolution.reason.kind === "row") resolving.refused.push(resolution.reason);
  return instead(resolving);
}

/** Adds the notices of the tables on the way to the screen. */
function withNotices(resolution: Resolution, notices: readonly Notice[]): Resolution {
  return resolution.kind === "leave" || notices.length === 0
    ? resolution
    : { ...resolution, notices };
}

/** The screen of the flow's resume table, for any requested page. */
export function resumeScreen(flow: CompiledVariant, facts: Facts): Resolution {
  return resume({ flow, facts, present: undefined, rows: [], notices: [], refused: [] });
}

/** The first row of the resume table that holds and whose screen the state allows. */
function resume(from: Resolving): Resolution {
  const { flow, refused } = from;
  // Rules that read the role's parameter get the visitor's own.
  const facts = layFacts(from.facts, {
    params: { ...asObject(from.facts["params"]), ...permissionOf(flow, from.facts).params },
  });
  const resolving = { ...from, facts };
  const led = evaluatedResolution(
    // Notices of the resume table belong to the step that follows its row, not to an opened page.
    { ...resolving, notices: [] },
    flow.definition.resume,
    (next) => isAllowed(flow, facts, next),
  );
  const resolution = permitted(flow, facts, led ?? cannotBeShown(resolving));
  return resolution.kind === "leave" || refused.length === 0
    ? resolution
    : { ...resolution, refused: refused.map(reasonText) };
}

/**
 * The screen for unknown paths, where no table's screen may be shown; the first refused row is the
 * reason.
 */
function cannotBeShown({ flow, facts, rows, refused }: Resolving): Resolution {
  const unknown = unknownPath(flow, facts, rows);
  const [first] = refused;
  return first === undefined
    ? unknown
    : {
        ...unknown,
        reason: { ...first, kind: "refused-row" },
        refused: refused.map(reasonText),
      };
}

/** A resolution, or an unknown page for a screen that the visitor's role does not list. */
function permitted(flow: CompiledVariant, facts: Facts, resolution: Resolution): Resolution {
  if (resolution.kind === "leave" || showsUnknownPath(resolution)) return resolution;
  const screen = flow.screens.get(resolution.screen);
  const permission = permissionOf(flow, facts);
  if (screen === undefined || permission.opens(screen, resolution.params)) return resolution;
  return {
    ...unknownPath(flow, facts, resolution.rows),
    ...(permission.role === undefined ? {} : { denied: permission.role }),
  };
}

function unknownPath(flow: CompiledVariant, facts: Facts, rows: readonly string[]): ResolvedScreen {
  const screen = flow.screens.get(flow.definition.unknownPath);
  const path = screen === undefined ? undefined : pathOfScreen(flow, screen, facts);
  return {
    kind: "screen",
    screen: flow.definition.unknownPath,
    path: path ?? (basePath(flow) || "/"),
    params: {},
    reason: { kind: "unknown-path" },
    rows,
  };
}

function paramsOf(
  flow: CompiledVariant,
  screen: string,
  path: string,
): Readonly<Record<string, string>> {
  const local = pathOfAddress(path).slice(basePath(flow).length);
  return flow.screens.get(screen)?.pattern.match(local) ?? {};
}
