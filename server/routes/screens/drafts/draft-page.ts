import { idParameterOf } from "../../../../engine/compile/id-parameter.ts";
import type { FlowDefinition } from "../../../../engine/language/flow.ts";
import { hash } from "node:crypto";
import { draftableAnswers, draftDays } from "../../../../engine/transition/draft.ts";
import { sendsWholeForm } from "../../../../engine/language/sends-whole-form.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import { findRoute } from "../../../../engine/transition/resolve-screen.ts";
import type { DraftPlace } from "../../../storage/repositories/drafts.ts";
import type { Submission } from "../read-submission.ts";
import { askedForm, type AskedForm } from "../../../application/request/asked-form.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import { resolveTarget } from "../../../application/request/resolve-target.ts";
import type { ShownPage } from "../../../application/request/shown-page.ts";

/** A page that keeps a draft. */
export interface DraftPage {
  readonly place: DraftPlace;
  readonly asked: AskedForm;
  readonly days: number;
  /** The state's values of the draft's fields. */
  readonly answers: JsonObject;
  /**
   * Hash of these answers: the client sends it back, and so names the answers that the draft
   * replaces.
   */
  readonly over: string;
}

/**
 * The place of a page's draft, with its form and its answers. Undefined where the flow or the
 * screen keeps no draft, where the visitor may not send the form, and before an application begins.
 */
export function draftPageOf(context: RequestContext, page: ShownPage): DraftPage | undefined {
  const { record, flow } = context;
  const subject = draftSubject(context);
  const asked =
    record === undefined || subject === undefined ? undefined : askedForm(context, page);
  if (record === undefined || subject === undefined || asked === undefined) return undefined;
  const { screen, form, part, facts, permission } = asked;
  const days = draftDays(flow, screen);
  const sent = [...screen.actions.values()].some(
    (action) => sendsWholeForm(action) && permission.does(screen, action.id),
  );
  if (days === 0 || !sent) return undefined;
  const answers = draftableAnswers(form, screen, facts);
  // The hash reveals only values that the page itself shows.
  const named = part === undefined ? answers : { part, answers };
  const over = hash("sha256", JSON.stringify(named), "base64url").slice(0, 22);
  return {
    place: {
      application: record.key,
      subject,
      screen: screen.id,
      resource: resourceOf(flow.definition, page.resolution.params, part),
    },
    asked,
    days,
    answers,
    over,
  };
}

/**
 * Place of the draft that an action sends and so ends; undefined where the action sends no form.
 */
export function draftSentFrom(
  context: RequestContext,
  { action, item }: Submission,
): Omit<DraftPlace, "application"> | undefined {
  const { flow, target } = context;
  const subject = draftSubject(context);
  const { facts, resolution } = resolveTarget(context);
  const found = findRoute(flow, target.path, facts);
  const part = resolution.kind === "screen" ? resolution.part : undefined;
  const done =
    item === undefined
      ? found?.screen.actions.get(action)
      : found?.screen.list?.actions.get(action);
  if (
    subject === undefined ||
    found === undefined ||
    found.screen.definition.form === undefined ||
    done === undefined ||
    !sendsWholeForm(done)
  )
    return undefined;
  const resource = resourceOf(flow.definition, found.params, part);
  return { subject, screen: found.screen.id, resource };
}

/**
 * The owner of the drafts that a request is about: the applicant, on any of their devices, or a
 * guest.
 */
export function draftSubject({
  record,
  actor,
  subject,
}: Pick<RequestContext, "record" | "actor" | "subject">): Buffer | undefined {
  return subject === undefined || record === undefined || actor !== undefined
    ? subject
    : record.subject;
}

/**
 * Key of the resource that an address names: its path's parameters other than the application's,
 * and the part of the form.
 */
function resourceOf(
  definition: FlowDefinition,
  params: Readonly<Record<string, string>>,
  part: string | undefined,
): string {
  const { [idParameterOf(definition) ?? ""]: _, ...named } = params;
  const resource = Object.values(named).join("/");
  return part === undefined ? resource : `${resource}?part=${part}`;
}
