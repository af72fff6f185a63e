import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { pathOfAddress, splitAddress } from "../language/address.ts";
import type { Destination, Notice } from "../transition/answer.ts";
import type { InputContext } from "../transition/input.ts";
import { isOfAnother } from "../transition/is-of-another.ts";
import { loadOf } from "../transition/load-of.ts";
import type { ResolvedScreen } from "../transition/resolution.ts";
import { resolveWithFacts, type Resolved } from "../transition/resolve-screen.ts";
import type { Next, Visit } from "./visit.ts";

/** The end of a destination or an address, with the visit there. */
export interface Landing {
  readonly visit: Visit;
  readonly then: Next;
  /** The screen still has something to load, which this visit leaves out. */
  readonly unloaded?: boolean;
}

/** Most screens that loads lead on to in one visit; more of them mean a circle. */
const LOAD_LIMIT = 5;

/** Resolves a destination in the visit's state: its page, or the one that the state allows. */
export function goTo(
  flow: CompiledVariant,
  from: Visit,
  destination: Destination,
  context: InputContext,
): Landing {
  const visit: Visit = { ...from, reason: destination.reason };
  if (destination.kind === "leave") return { visit, then: { kind: "exit", exit: destination } };
  const leads = destination.kind === "screen";
  if (leads && isOfAnother(flow, visit.state, destination.path, context))
    return {
      visit,
      then: { kind: "another", path: destination.path, reason: destination.reason },
    };
  const { path, query } = leads ? splitAddress(destination.path) : visit;
  const resolved = resolveWithFacts(flow, visit.state, { path, query, context });
  const at: Visit = { ...visit, path, query, resolved };
  const { resolution } = resolved;
  if (resolution.kind === "leave" || !leads) return showResolved(flow, at, resolved, context);
  // The page in place of another application's is shown where the table led.
  if (visit.standsIn === true && resolution.another === true) {
    const { screen, reason } = destination;
    const page: ResolvedScreen = {
      kind: "screen",
      screen,
      path: destination.path,
      reason,
      params: {},
      rows: resolution.rows,
    };
    return { visit: at, then: { kind: "screen", resolution: page, notices: at.notices } };
  }
  // The row is the reason where it led to the shown page, and its query stays in the address.
  const { path: address, reason } = destination;
  const shown =
    resolution.path === path
      ? { ...resolved, resolution: { ...resolution, path: address, reason } }
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
  const { resolution } = resolved;
  if (resolution.kind === "leave") return { visit: from, then: { kind: "exit", exit: resolution } };
  if (from.standsIn !== true && leadsToAnother(flow, from, resolution, context))
    return {
      visit: { ...from, shown: resolution },
      then: { kind: "another", path: resolution.path, reason: resolution.reason },
    };
  const address = splitAddress(resolution.path);
  const { resolved: _, ...rest } = from;
  const visit: Visit =
    address.path === from.path
      ? { ...from, resolved, shown: resolution }
      : { ...rest, ...address, shown: resolution };
  const action = loadOf(flow, visit.state, resolution, { query: visit.query, context });
  const loads =
    action !== undefined &&
    visit.readOnly !== true &&
    visit.standsIn !== true &&
    visit.loaded.length < LOAD_LIMIT &&
    !visit.loaded.includes(visit.path);
  return loads
    ? { visit, then: { kind: "load" } }
    : {
        visit,
        then: { kind: "screen", resolution, notices: noticesAt(visit, resolution) },
        ...(action === undefined ? {} : { unloaded: true }),
      };
}

/** The notices of the steps, and those of the page where its address was opened. */
function noticesAt({ notices, opened }: Visit, resolution: ResolvedScreen): readonly Notice[] {
  if (opened !== true || resolution.notices === undefined) return notices;
  const known = new Set(notices.map((notice) => JSON.stringify(notice)));
  return [...notices, ...resolution.notices.filter((notice) => !known.has(JSON.stringify(notice)))];
}

function leadsToAnother(
  flow: CompiledVariant,
  { path, state }: Visit,
  resolution: ResolvedScreen,
  context: InputContext,
): boolean {
  if (resolution.another === true) return true;
  const elsewhere = pathOfAddress(resolution.path) !== path;
  return (
    elsewhere &&
    (context.access ?? "ok") === "ok" &&
    isOfAnother(flow, state, resolution.path, context)
  );
}
