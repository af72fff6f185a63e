import type { FastifyReply } from "fastify";
import type { Destination } from "../../../engine/transition/answer.ts";
import { addressOfPart } from "../../../engine/transition/asked-parts.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import { driveVisit } from "../../application/visit/drive-visit.ts";
import { resolveTypedSuggestions, type ResolvedSuggestions } from "./resolve-typed-suggestions.ts";
import { drawnAt, inputContext } from "../../application/request/input-context.ts";
import { reload } from "../../application/request/reload.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { resumeCall } from "../../application/request/resume-call.ts";
import { ensureSession } from "../../application/request/ensure-session.ts";
import { openSessionOnce } from "../../application/request/session.ts";
import { beginApplication } from "../../application/request/begin-application.ts";
import { carriedOver } from "../../application/request/page-before.ts";
import { shownPage } from "../../application/request/shown-page.ts";
import { ProblemError } from "../../http/problem.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { redirectToExit } from "../redirect.ts";
import type { Submission } from "./read-submission.ts";
import { answerConflict } from "./answer-conflict.ts";
import { answerRefusal } from "./answer-refusal.ts";
import {
  answerOvertaken,
  answerRepetition,
  findClaim,
  type Repeatable,
} from "./answer-repetition.ts";
import { answerDestination, answerVisit, type PageAdditions } from "./answer-visit.ts";
import { authorize, signInProblem, type AuthorizedContext, type Opened } from "./authorize.ts";
import { afterTimerCall, isCurrentPage } from "./current-page.ts";
import { draftSentFrom } from "./drafts/draft-page.ts";
import type { Exchange } from "./exchange.ts";
import { fileHashesOf, storeAndReferToFiles, type PostedFiles } from "./files/posted-files.ts";
import { normalizedData } from "./normalized-data.ts";
import { runOf, visitOf } from "./request-visit.ts";

/**
 * Performs an action on the visitor's own application, or on one that a link lets them into: the
 * step, then the page that follows.
 */
export async function postAction(
  exchange: Exchange,
  opened: RequestContext,
  submission: Submission,
  files: PostedFiles,
): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  const { key } = submission;
  const repeatable: Repeatable = { key, content: contentOf(request.url, submission, files) };
  if (await repeatsPressThatLeft(opened, repeatable, tools))
    return answerRepetition(exchange, opened, { key: key ?? "", typed: submission.data });
  const authorized = await authorize(exchange, opened, async () =>
    firstVisit(exchange, opened, repeatable),
  );
  if ("signIn" in authorized) {
    if (wantsHtml(request)) return redirectToExit(reply, authorized.signIn);
    throw signInProblem(authorized.signIn);
  }
  const { subject } = authorized;
  // A concurrent request may claim the key after this read. Then the step is stale, and
  // `answerOvertaken` finds the claim.
  const claimed =
    key === authorized.newKey ? undefined : await findClaim(subject, repeatable, tools);
  const { context: resumed } = await resumeCall(authorized, tools);
  if (claimed !== undefined && key !== undefined)
    return answerRepetition(exchange, resumed, { key, typed: submission.data });
  // The outcome of an open call answers the request, for any action.
  const { repeatedCall } = resumed;
  if (repeatedCall !== undefined && submission.revision === repeatedCall.revision)
    return answerRepeatedCall(exchange, resumed, repeatedCall);

  const record =
    resumed.record ?? (await beginApplication(resumed.target, { subject, key }, tools));
  return postToRecord(exchange, { ...resumed, record, subject }, { submission, repeatable, files });
}

/** Whether a request repeats a press that has erased the application of its address. */
async function repeatsPressThatLeft(
  { access, subject }: RequestContext,
  repeatable: Repeatable,
  tools: Exchange["tools"],
): Promise<boolean> {
  return access === "missing" && (await findClaim(subject, repeatable, tools)) !== undefined;
}

/** Address, action and data of a post: where they are the same, it is a repetition. */
function contentOf(url: string, { action, item, data }: Submission, files: PostedFiles): string {
  // The requested address, even if the application is elsewhere now.
  const [path = ""] = url.split("?");
  return `${path}\n${JSON.stringify([action, item ?? null, data, ...fileHashesOf(files)])}`;
}

/** Performs an action on an application, where its page is the one that the visitor saw. */
async function postToRecord(
  exchange: Exchange,
  opened: AuthorizedContext & { readonly record: ApplicationRecord },
  {
    submission,
    repeatable,
    files,
  }: Pick<PressAttempt, "submission" | "repeatable"> & { readonly files: PostedFiles },
): Promise<FastifyReply> {
  const { tools } = exchange;
  const { subject } = opened;
  if (submission.revision === undefined)
    throw new ProblemError({
      status: 400,
      code: "no-revision",
      title: "The revision is missing",
      detail: "Send the revision of the view that the submission answers.",
    });
  const { revision } = submission;
  const context = { ...(await afterTimerCall(opened, revision, tools)), subject };
  const { record, migrated } = context;
  // A page of the version before is accepted where its answers still fit.
  const carried = inPresentFields(context, submission.data);
  const referred = await storeAndReferToFiles(carried, context, files, tools);
  if (migrated?.elsewhere === true) return answerConflict(exchange, context, referred, "updated");
  if (
    revision !== record.revision &&
    !(await isCurrentPage(context, { ...submission, revision }, tools))
  )
    return answerOvertaken(exchange, context, { ...repeatable, typed: referred, revision });
  if (record.calling)
    return answerDestination(exchange, context, {
      kind: "stay",
      reason: { kind: "call-under-way" },
    });
  const posted = { ...submission, data: referred };
  return takeStep(exchange, context, { submission: posted, repeatable });
}

/** What was typed, moved to the fields of the present version. */
function inPresentFields(context: RequestContext, data: JsonObject): JsonObject {
  if (context.migrated === undefined) return data;
  const { resolution } = resolveTarget(context);
  return resolution.kind === "leave"
    ? data
    : carriedOver(context, data, shownPage(context, resolution, context.target.query));
}

/** A press, with what names it when it is repeated. */
interface PressAttempt {
  readonly submission: Submission;
  readonly repeatable: Repeatable;
  /** Whether it is tried again, after another step overtook it. */
  readonly again?: boolean;
}

/** Drives the visit of a press, and answers with its page, its problems or a conflict. */
async function takeStep(
  exchange: Exchange,
  context: AuthorizedContext,
  { submission, repeatable, again = false }: PressAttempt,
): Promise<FastifyReply> {
  const { request, tools } = exchange;
  const { key, action, item } = submission;
  const words = submission.isPlainForm
    ? await suggestedWords(exchange, context, submission)
    : undefined;
  const typed = words?.typed ?? submission.data;
  const data = words === undefined ? submission.data : normalizedData(context, words);
  const sent = draftSentFrom(context, submission);
  const driven = await driveVisit(
    runOf(exchange, context, {
      key,
      claim:
        key === undefined
          ? undefined
          : {
              key,
              requestHash: tools.idempotencyKeys.fingerprintOf(repeatable.content),
              subject: context.subject,
            },
      sent,
    }),
    visitOf(context, { claimed: key !== undefined }),
    {
      kind: "act",
      action,
      item,
      data,
      context: inputContext(context, drawnAt(request, context)),
    },
    tools,
  );
  const { end } = driven;
  const additions = { typed, offered: words?.offered, key };
  if (end.kind === "stale")
    return takeStepAgain(exchange, context, { submission, repeatable, again });
  if (end.kind !== "refused") return answerVisit(exchange, context, driven, additions);
  const { cause, problems, part } = end.refusal;
  if (cause === "invalid")
    return answerInvalid(exchange, context, { problems, part, additions, words });
  if (context.migrated !== undefined)
    return answerConflict(exchange, context, submission.data, "updated");
  return answerRefusal(exchange, context, { cause, action, posted: submission.data });
}

/**
 * Tries a step again that another one overtook, once, where the visitor's page is still the present
 * one; else a conflict, or the answer of the request that had the same key.
 */
async function takeStepAgain(
  exchange: Exchange,
  context: AuthorizedContext,
  { submission, repeatable, again = false }: PressAttempt,
): Promise<FastifyReply> {
  const { tools } = exchange;
  const { subject } = context;
  const { action, data } = submission;
  const revision = context.record?.revision ?? 0;
  const latest = await reload(context, tools);
  const { record } = latest;
  if (!again && record !== undefined && latest.migrated?.elsewhere !== true) {
    const settled = await afterTimerCall({ ...latest, record }, revision, tools);
    if (!settled.record.calling && (await isCurrentPage(settled, { action, revision }, tools)))
      return takeStep(exchange, { ...settled, subject }, { submission, repeatable, again: true });
  }
  return answerOvertaken(exchange, latest, { ...repeatable, typed: data, revision });
}

/**
 * Shows the page again with its problems. A text that has just received its first suggestions is
 * not reported as a problem.
 */
async function answerInvalid(
  exchange: Exchange,
  context: AuthorizedContext,
  refused: {
    readonly problems: readonly FieldProblem[];
    /** The part of the form with the first problem. */
    readonly part: string | undefined;
    readonly additions: PageAdditions;
    readonly words: ResolvedSuggestions | undefined;
  },
): Promise<FastifyReply> {
  const { problems, part, additions, words } = refused;
  const getsOffers = ({ pointer }: FieldProblem) =>
    words?.newlyOffered.includes(pointer.slice(1)) === true;
  const { resolution } = resolveTarget(context);
  const reason = { kind: "refused" } as const;
  const destination: Destination =
    part === undefined || resolution.kind === "leave" || resolution.part === part
      ? { kind: "stay", reason }
      : {
          kind: "screen",
          screen: resolution.screen,
          path: addressOfPart(resolution.path, part),
          reason,
        };
  return answerDestination(exchange, context, destination, {
    ...additions,
    problems: problems.filter((problem) => !getsOffers(problem)),
    offers: problems.some(getsOffers),
  });
}

/** Resolves words typed without scripts to the values that their fields suggest. */
async function suggestedWords(
  exchange: Exchange,
  context: AuthorizedContext,
  { data }: Submission,
): Promise<ResolvedSuggestions> {
  const { request, tools } = exchange;
  return resolveTypedSuggestions(data, async (field, text) => {
    if (!(await request.server.limits.countSuggestion(request, context.subject.toString("hex"))))
      return [];
    const { end } = await driveVisit(
      runOf(exchange, context),
      visitOf(context),
      { kind: "suggest", input: { kind: "suggest", field, text }, context: inputContext(context) },
      tools,
    );
    return end.kind === "suggested" ? end.suggested.suggestions : [];
  });
}

/** Answers with the page after the outcome of a call that was made again. */
async function answerRepeatedCall(
  exchange: Exchange,
  context: RequestContext,
  { next, notices }: NonNullable<RequestContext["repeatedCall"]>,
): Promise<FastifyReply> {
  const { target, record } = context;
  const driven = await driveVisit(
    runOf(exchange, context),
    visitAt(target, record?.state ?? {}, { notices }),
    { kind: "go", destination: next, context: inputContext(context) },
    exchange.tools,
  );
  return answerVisit(exchange, context, driven);
}

/**
 * Opens the session of a visitor whose first request is this post; a repetition gets the same
 * session and application.
 */
async function firstVisit(
  { request, reply, tools }: Exchange,
  context: RequestContext,
  { key, content }: Repeatable,
): Promise<Opened> {
  if (key === undefined) return ensureSession(reply, context, tools);
  const { subject, pseudonym } = await openSessionOnce(request, reply, { key, content }, tools);
  const { record } = await reload({ ...context, subject }, tools);
  return { subject, session: pseudonym, record };
}
