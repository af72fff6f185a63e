import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { applyChanges, readPath, type StateChange } from "../../../engine/rules/state-path.ts";
import {
  findInvalidated,
  type InvalidatedAnswer,
} from "../../../engine/transition/find-invalidated.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationRecord, Applications } from "../../storage/repositories/applications.ts";

/** What is known of an application whose answers a version may restore. */
export type AskedApplication = Pick<ApplicationRecord, "key" | "state" | "askedAgain">;

/**
 * The answers that an earlier migration cleared and that this version accepts again, as after a
 * rollback. Empty once the application is handed in.
 */
export async function restoredAnswers(
  application: AskedApplication,
  flow: CompiledVariant,
  context: InputContext,
  applications: Pick<Applications, "lastAnswers">,
): Promise<readonly StateChange[]> {
  const paths = stillAsked(application).map(({ path }) => path);
  if (paths.length === 0 || isHandedIn(flow, application, context)) return [];
  const before = await applications.lastAnswers(application.key, paths);
  const changes = [...before].map(([path, value]) => ({ path, value }));
  const refused = new Set(
    findInvalidated(flow, applyChanges(application.state, changes), context).map(
      ({ path }) => path,
    ),
  );
  return changes.filter(({ path }) => !refused.has(path));
}

/** The answers to give again that are not given yet. */
export function stillAsked({
  state,
  askedAgain,
}: Pick<AskedApplication, "state" | "askedAgain">): readonly InvalidatedAnswer[] {
  return askedAgain.filter(({ path }) => {
    const value = readPath(state, path);
    return value === undefined || value === null || value === "";
  });
}

/** Whether an application was handed in by the rule of its flow. */
export function isHandedIn(
  flow: CompiledVariant,
  { state }: Pick<AskedApplication, "state">,
  context: InputContext,
): boolean {
  return flow.handedIn?.test(buildFacts(flow, state, context)) === true;
}
