import type { ApplicationRecord } from "../../../server/storage/repositories/applications.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { lostAnswers } from "../../../engine/fixtures/contrary/entered-answers.ts";
import type { Journey } from "./journeys.ts";
import type { Lane, Ledger } from "./lane.ts";
import { walk, type Walked } from "./walk.ts";
import type { Plan } from "./contrary-platform.ts";

/** A journey with all that it left behind. */
export interface Run {
  readonly walked: Walked;
  /** Names of the requests to the platform. */
  readonly calls: readonly string[];
  /** The planned request came. */
  readonly met: boolean;
  /** What happened at the platform. */
  readonly effects: Ledger;
  readonly record: ApplicationRecord | undefined;
}

/**
 * A promise that a contrary answer broke. `broken`: an answer that no request should get. `silent`:
 * the press changed nothing and the page says nothing. `stuck`: the journey comes to no end.
 * `lost`: answers of the applicant are gone. `repeated`: an effect happened twice.
 */
export interface Fault {
  readonly kind: "broken" | "silent" | "stuck" | "lost" | "repeated";
  readonly detail: string;
}

/** Where a contrary answer led to, beside the journey's regular way. */
export type Course = "as ever" | "said, then on" | "round about" | "another end" | "fault";

/** Effects that happen once, however often they are asked for. */
const ONCE = [
  "applications",
  "payments",
  "orders",
  "commerce/create",
  "individuals",
  "financial-instruments/manual",
  "financial-instruments/plaid",
  // The others are sent by timers, at their own time.
  "mail owner-invitation",
  "mail owner-finished",
];

/** Goes a journey, with one request answered otherwise. */
export async function run(lane: Lane, journey: Journey, plan?: Plan): Promise<Run> {
  await lane.forget();
  const before = await lane.ledger();
  lane.platform.begin(plan);
  const walked = await walk(lane, journey);
  await lane.platform.settled();
  const after = await lane.ledger();
  return {
    walked,
    calls: lane.platform.calls,
    met: lane.platform.met,
    effects: difference(before, after),
    record: await lane.record(walked.path),
  };
}

/** The promises that a journey broke. */
export function faultsOf(lane: Lane, regular: Run, contrary: Run): readonly Fault[] {
  const { walked } = contrary;
  const repeated = ONCE.filter(
    (name) => (contrary.effects[name] ?? 0) > (regular.effects[name] ?? 0),
  );
  const lost = answersLost(lane, regular, contrary);
  return [
    ...walked.broken.map((detail) => ({ kind: "broken" as const, detail })),
    ...(walked.after?.silent === true && walked.after.says.length === 0
      ? [{ kind: "silent" as const, detail: walked.after.screen }]
      : []),
    ...(walked.end.startsWith("!") ? [{ kind: "stuck" as const, detail: walked.end }] : []),
    ...(lost.length > 0 ? [{ kind: "lost" as const, detail: lost.join(", ") }] : []),
    ...repeated.map((name) => ({
      kind: "repeated" as const,
      detail: `${name} ${contrary.effects[name] ?? 0} times`,
    })),
  ];
}

/** The class of a journey's course. */
export function courseOf(regular: Run, contrary: Run, faults: readonly Fault[]): Course {
  const { walked } = contrary;
  if (faults.length > 0) return "fault";
  if (walked.end !== regular.walked.end) return "another end";
  if (walked.steps.join() === regular.walked.steps.join()) return "as ever";
  return (walked.after?.says.length ?? 0) > 0 ? "said, then on" : "round about";
}

/** Answers that the regular journey left saved, and the contrary one did not. */
function answersLost(lane: Lane, regular: Run, contrary: Run): readonly string[] {
  const { record } = regular;
  if (record === undefined) return [];
  const flow = lane.service.library().flows.get(record.flow);
  if (flow === undefined) return [];
  const variant = flow.variant({ ...record.variant, environment: "TEST" });
  const before = withLikeIds(record.state);
  const states = { before, regular: before, contrary: withLikeIds(contrary.record?.state ?? {}) };
  return lostAnswers(variant, states, {});
}

/** A state whose owners have the same ids in each journey. */
function withLikeIds(state: ApplicationState): ApplicationState {
  const ids: string[] = [];
  const text = JSON.stringify(state).replaceAll(/urn:apl:[0-9a-f-]{36}/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `urn:apl:${ids.indexOf(id)}`;
  });
  return JSON.parse(text) as ApplicationState;
}

function difference(before: Ledger, after: Ledger): Ledger {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, number]) => {
      const more = number - (before[name] ?? 0);
      return more === 0 ? [] : [[name, more]];
    }),
  );
}
