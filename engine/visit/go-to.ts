import { ownMember } from "../language/json.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { pathOfAddress, splitAddress } from "../language/address.ts";
import { PART_PARAMETER } from "../language/screen.ts";
import { fieldProblemsOf, type Destination, type Notice } from "../transition/answer.ts";
import { addressOfPart, askedParts, partWithProblem } from "../transition/asked-parts.ts";
import type { InputContext } from "../transition/input.ts";
import { loadOf } from "../transition/load-of.ts";
import { pageFacts } from "../transition/page-facts.ts";
import type { ResolvedScreen } from "../transition/resolution.ts";
import { resolveWithFacts, type Resolved, findRoute } from "../transition/resolve-screen.ts";
import type { Next, Visit } from "./visit.ts";
import { buildFacts } from "../transition/facts.ts";
import type { ApplicationState } from "../transition/state.ts";

/** Where a destination or an address led: the visit there, and the caller's next move. */
export interface Landing {
  readonly visit: Visit;
  readonly next: Next;
  /** The shown screen has a load that applies. This visit does not run it, or has run it. */
  readonly hasLoad?: boolean;
}

/** Maximum number of screens that loads lead on to in one visit; more of them mean a cycle. */
const LOAD_LIMIT = 5;

/** Resolves a destination in the visit's state: its page, or the one that the state allows. */
export function goTo(
  flow: CompiledVariant,
  from: Visit,
  destination: Destination,
  context: InputContext,
): Landing {
  const visit: Visit = { ...from, reason: destination.reason };
  if (destination.kind === "leave") return { visit, next: { kind: "exit", exit: destination } };
  const leads = destination.kind === "screen";
  if (leads && isOfOtherApplication(flow, visit.state, destination.path, context))
    return {
      visit,
      next: { kind: "redirect", path: destination.path, reason: destination.reason },
    };
  const { path, query } = leads ? splitAddress(destination.path) : visit;
  const resolved = resolveWithFacts(flow, visit.state, { path, query, context });
  const at: Visit = { ...visit, path, query, resolved };
  const { resolution } = resolved;
  if (resolution.kind === "leave" || !leads) return showResolved(flow, at, resolved, context);
  // The page in place of another application's is shown where the table led.
  if (visit.standsIn === true && resolution.otherApplication === true) {
    const { screen, reason } = destination;
    const page: ResolvedScreen = {
      kind: "screen",
      screen,
      path: destination.path,
      reason,
      params: {},
      rows: resolution.rows,
    };
    return { visit: at, next: { kind: "screen", resolution: page, notices: at.notices } };
  }
  // The row is the reason where it led to the shown page, and its query stays in the address.
  const { path: address, reason } = destination;
  const { part } = resolution;
  const isThere = pathOfAddress(resolution.path) === path;
  const own = part === undefined ? address : addressOfPart(address, part);
  const shown = isThere
    ? { ...resolved, resolution: { ...resolution, path: own, reason } }
    : resolved;
  return showResolved(flow, at, shown, context);
}

/** Shows the resolved page, after its screen has loaded. */
export function showResolved(
  flow: CompiledVariant,
  from: Visit,
  resolved: Resolved,
  context: InputContext,
): Landing {
  if (resolved.resolution.kind === "leave")
    return { visit: from, next: { kind: "exit", exit: resolved.resolution } };
  const resolution = withProblemsPart(flow, from, resolved.resolution, context);
  if (from.standsIn !== true && leadsToOtherApplication(flow, from, resolution, context))
    return {
      visit: { ...from, shown: resolution },
      next: { kind: "redirect", path: resolution.path, reason: resolution.reason },
    };
  const address = splitAddress(resolution.path);
  const { resolved: _, ...rest } = from;
  const { part } = resolution;
  const isHere = address.path === from.path;
  const visit: Visit =
    isHere && (part === undefined || part === partIn(from))
      ? { ...from, resolved, shown: resolution }
      : {
          ...rest,
          path: address.path,
          query: isHere ? { ...from.query, ...address.query } : address.query,
          shown: resolution,
        };
  const action = loadOf(flow, visit.state, resolution, { query: visit.query, context });
  const loads =
    action !== undefined &&
    visit.readOnly !== true &&
    visit.standsIn !== true &&
    visit.loaded.length < LOAD_LIMIT &&
    !visit.loaded.includes(visit.path);
  return loads
    ? { visit, next: { kind: "load" } }
    : {
        visit,
        next: { kind: "screen", resolution, notices: noticesAt(visit, resolution) },
        ...(action === undefined ? {} : { hasLoad: true }),
      };
}

/** The part of a form in the address of a visit. */
function partIn({ query }: Visit): string | undefined {
  return ownMember(query, PART_PARAMETER);
}

/** A page with the part of its form that has a problem of the visit's steps. */
function withProblemsPart(
  flow: CompiledVariant,
  { state, notices, query }: Visit,
  resolution: ResolvedScreen,
  context: InputContext,
): ResolvedScreen {
  const problems = fieldProblemsOf(notices);
  const screen = flow.screens.get(resolution.screen);
  if (resolution.part === undefined || problems.length === 0 || screen === undefined)
    return resolution;
  const facts = pageFacts(flow, state, resolution, { query, context });
  const part = partWithProblem(askedParts(flow, screen, facts) ?? [], problems);
  return part === undefined
    ? resolution
    : { ...resolution, part, path: addressOfPart(resolution.path, part) };
}

/** The notices of the steps, and those of the page where its address was opened. */
function noticesAt({ notices, opened }: Visit, resolution: ResolvedScreen): readonly Notice[] {
  if (opened !== true || resolution.notices === undefined) return notices;
  const known = new Set(notices.map((notice) => JSON.stringify(notice)));
  return [...notices, ...resolution.notices.filter((notice) => !known.has(JSON.stringify(notice)))];
}

/** Whether a page has to be requested anew, since it belongs to another application. */
function leadsToOtherApplication(
  flow: CompiledVariant,
  { path, state }: Visit,
  resolution: ResolvedScreen,
  context: InputContext,
): boolean {
  if (resolution.otherApplication === true) return true;
  const elsewhere = pathOfAddress(resolution.path) !== path;
  return (
    elsewhere &&
    (context.access ?? "ok") === "ok" &&
    isOfOtherApplication(flow, state, resolution.path, context)
  );
}

/** Whether a path names another application than the present one: its page needs a new request. */
function isOfOtherApplication(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
): boolean {
  // Most flows name the application in paths; without such a parameter no path belongs to another.
  if (flow.parameters.size === 0) return false;
  const facts = buildFacts(flow, state, context);
  const params = findRoute(flow, pathOfAddress(path), facts)?.params ?? {};
  return Object.entries(params).some(
    ([name, value]) =>
      flow.parameters.has(name) && flow.parameters.get(name)?.evaluate(facts) !== value,
  );
}
