import type { CompiledAction, CompiledScreen } from "../compile/compiled-screen.ts";
import type { FormOfFlow } from "../compile/compiled-variant.ts";
import type { FieldProblem } from "../validate/field-problem.ts";
import type { Accepted, Notice } from "./answer.ts";
import { addressOfPart, askedParts, partWithProblem, type PartOfPage } from "./asked-parts.ts";
import { acceptInput, type DecidingAct } from "./finish.ts";
import { openedToChangeFrom } from "./opened-to-change.ts";
import type { Reason } from "./reason.ts";
import { sendsWholeForm } from "../language/sends-whole-form.ts";
import { storedAnswers } from "./stored-answers.ts";
import { validateSubmission } from "./submission.ts";

/** An action on a part of a form, with the part's answers saved. */
interface SentPart {
  readonly screen: CompiledScreen;
  readonly action: CompiledAction;
  /** The whole form. */
  readonly form: FormOfFlow;
  readonly part: PartOfPage;
  /** Every part was answered before. */
  readonly wasAnswered: boolean;
}

/**
 * Ends an action on a part that leads to another part: the next one until all are answered, the one
 * before for Back, or the one with a problem of the whole form. Undefined where the action itself
 * follows, which then reads the whole form, and for Back of a part that was opened to change an
 * answer.
 */
export function stepOfPart(
  deciding: DecidingAct,
  { screen, action, form, part, wasAnswered }: SentPart,
): Accepted | undefined {
  const { flow, changes, input } = deciding;
  const reason: Reason = { kind: "part", screen: screen.id, part: part.id };
  const parts = askedParts(flow, screen, changes.facts) ?? part.parts;
  const lead = (to: string, notices: readonly Notice[] = []) =>
    acceptInput(
      { ...deciding, reason },
      {
        next: { kind: "screen", screen: screen.id, path: addressOfPart(input.path, to), reason },
        notices,
      },
    );
  const at = parts.findIndex(({ id }) => id === part.id);
  if (action.definition.style === "back") {
    const before = parts[at - 1];
    return before === undefined || openedToChangeFrom(flow, screen.id, changes.facts) !== undefined
      ? undefined
      : lead(before.id);
  }
  if (!sendsWholeForm(action)) return undefined;
  const next = parts[at + 1];
  if (next !== undefined && !wasAnswered) return lead(next.id);
  const formats = flow.parts.get(screen.id)?.formats ?? new Map();
  const answers = storedAnswers(form, screen, changes.facts, formats);
  const whole = validateSubmission(form, screen, answers, changes.facts);
  if (whole.problems.length > 0)
    return lead(partWithProblem(parts, whole.problems) ?? part.id, whole.problems.map(noticeOf));
  changes.lay({ form: whole.data });
  return undefined;
}

function noticeOf({ pointer, code, params }: FieldProblem): Notice {
  return { copy: code, with: params, tone: "error", texts: [], pointer };
}
