import type { Notice } from "../answer/answer.ts";
import type { ApplicationState } from "../application/state.ts";
import { askTable } from "../answer/ask-table.ts";
import { Changes } from "../answer/changes.ts";
import { basePath, pathOf } from "../answer/destination.ts";
import { factsOf, type Facts } from "../answer/facts.ts";
import type { InputContext } from "../answer/input.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import type { JsonObject } from "../definition/json.ts";
import { permissionOf } from "./permission.ts";
import type { Resolution } from "./resolution.ts";

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
 * screen it does not list. Nothing is stored: the same state and path give the same screen every time.
 */
export function resolveScreen(
  flow: CompiledVariant,
  state: ApplicationState,
  request: ScreenRequest,
): Resolution {
  const facts = factsOf(flow, state, request.context);
  const found = findRoute(flow, request.path, facts);
  facts["query"] = { ...request.query };
  facts["requested"] = withQuery(request.path, request.query);
  facts["params"] = found?.params ?? {};
  facts["screen"] = found?.screen.id ?? null;
  facts["public"] = found?.screen.definition.public ?? false;
  const present = found === undefined ? undefined : { screen: found.screen.id, path: request.path };

  const notices: Notice[] = [];
  const rows: string[] = [];
  const entered =
    flow.definition.entry === undefined
      ? undefined
      : askedResolution(flow, flow.definition.entry, facts, present, rows, notices);
  if (entered !== undefined) return permitted(flow, facts, withNotices(entered, notices));
  if (found === undefined) return unknownPath(flow, facts, rows);

  const { screen } = found;
  const permission = permissionOf(flow, facts);
  if (!permission.opens(screen, found.params))
    return {
      ...resumeScreen(flow, facts, present, rows),
      ...(permission.role === undefined ? {} : { denied: permission.role }),
    };
  if (screen.definition.onOpen !== undefined) {
    const opened = askedResolution(flow, screen.definition.onOpen, facts, present, rows, notices);
    if (opened !== undefined) return permitted(flow, facts, withNotices(opened, notices));
  }
  const told = notices.length === 0 ? {} : { notices };
  if (screen.allow === undefined || screen.allow.test(facts)) {
    const path = pathOf(flow, screen, facts) ?? request.path;
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
  return { ...resumeScreen(flow, facts, present, rows), ...told };
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

function askedResolution(
  flow: CompiledVariant,
  table: string,
  facts: Facts,
  present: { screen: string; path: string } | undefined,
  rows: string[],
  notices: Notice[] = [],
): Resolution | undefined {
  const changes = new Changes(facts);
  const { next, notices: told } = askTable(flow, table, changes, present);
  rows.push(...changes.rows);
  notices.push(...told);
  if (next === undefined || next.kind === "stay") return undefined;
  if (next.kind === "leave") return { ...next, rows };
  return {
    kind: "screen",
    screen: next.screen,
    path: next.path,
    params: paramsOf(flow, next.screen, next.path),
    because: next.because,
    rows,
  };
}

/** What tables said on the way to a screen is told there. */
function withNotices(resolution: Resolution, notices: readonly Notice[]): Resolution {
  return resolution.kind === "leave" || notices.length === 0
    ? resolution
    : { ...resolution, notices };
}

/** What the flow's resume table says of an applicant. */
export function resumeScreen(
  flow: CompiledVariant,
  facts: Facts,
  present: { screen: string; path: string } | undefined,
  rows: string[] = [],
): Resolution {
  // Rules that look for the thing of the page find the visitor's own.
  facts["params"] = { ...(facts["params"] as JsonObject), ...permissionOf(flow, facts).params };
  return permitted(
    flow,
    facts,
    askedResolution(flow, flow.definition.resume, facts, present, rows) ??
      unknownPath(flow, facts, rows),
  );
}

/** A screen that the visitor's role does not list is an unknown page to them, whichever table leads there. */
function permitted(flow: CompiledVariant, facts: Facts, resolution: Resolution): Resolution {
  if (resolution.kind === "leave" || resolution.because === "unknown-path") return resolution;
  const screen = flow.screens.get(resolution.screen);
  const permission = permissionOf(flow, facts);
  if (screen === undefined || permission.opens(screen, resolution.params)) return resolution;
  return {
    ...unknownPath(flow, facts, resolution.rows),
    ...(permission.role === undefined ? {} : { denied: permission.role }),
  };
}

function unknownPath(flow: CompiledVariant, facts: Facts, rows: readonly string[]): Resolution {
  const screen = flow.screens.get(flow.definition.unknownPath);
  const path = screen === undefined ? undefined : pathOf(flow, screen, facts);
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
