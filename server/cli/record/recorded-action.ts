import type { JsonObject } from "../../../engine/language/json.ts";
import type { CallRequest, InputContext, JournalInput } from "../../../engine/transition/input.ts";

/** An action of a recorded journey. */
export interface RecordedAction {
  /** Undefined: the applicant. */
  readonly actor?: InputContext["actor"];
  readonly path: string;
  readonly screen: string;
  readonly action: string;
  readonly item?: string;
  readonly data: JsonObject;
  readonly query: Readonly<Record<string, string>>;
}

/** The name of a call's answers in a fixture. */
export function answeredAs({ call, via }: CallRequest): string {
  return via === undefined ? call : `${call}.${via.step}`;
}

/**
 * The action of an input; undefined for an input that follows from the step before. A poll has only
 * its answer.
 */
export function actionOf(input: JournalInput, follows: boolean): RecordedAction | undefined {
  const { actor } = input.context;
  if (input.kind === "act") return { ...input, actor, screen: "" };
  if (input.kind !== "result" || follows) return undefined;
  const { path, screen, action, item, form, query } = input.request.continuation;
  return {
    path,
    screen,
    action,
    actor,
    item,
    data: form,
    query,
  };
}
