import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { Input, InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import { DECLINE_ACTION, UNLOAD_ACTION, unloadCall } from "../../../engine/transition/unload.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { permissionOf } from "../../../engine/transition/permission.ts";
import { findRoute, resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { runCall } from "../../calls/run-call.ts";
import { serviceOf } from "../../calls/call-service.ts";
import { ProblemError } from "../../plugins/problem.ts";
import { takeTransientStep } from "../../application/take-transient-step.ts";
import { readWords } from "../../application/read-words.ts";
import { takeStep, type StepResult } from "../../application/take-step.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { draftSentFrom } from "./drafts/draft-page.ts";
import { isForeign } from "../foreign.ts";
import { redirectToExit } from "../redirect.ts";
import { isMultipart } from "../../plugins/bodies.ts";
import { fileHashesOf, readPosted, withFiles } from "./files/posted-files.ts";
import { takeUpload } from "./files/take-upload.ts";
import { readSubmission, type Submission } from "../submission.ts";
import { openSessionOnce } from "../../application/request/session.ts";
import type { Visit } from "../../application/request/visit.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import {
  type RequestContext,
  loadContext,
  resumeCalls,
  reload,
  stateOf,
  inputContext,
  drawnAt,
  ensureSession,
} from "../../application/request/request-context.ts";
import { authorize, signInProblem, type Opened } from "./authorize.ts";
import { answerDestination, fieldProblemsOf } from "./answer-destination.ts";
import { answerSuggest, asksForSuggestions } from "./answer-suggest.ts";
import { recordDecline } from "./record-page-view.ts";
import {
  answerOvertaken,
  answerConflict,
  answerRepetition,
  findClaim,
} from "./answer-repetition.ts";
import { LOCALE_ACTION, restart } from "./restart.ts";

/**
 * `POST { action, data, revision, key }`: a step of the application, answered with the view that follows.
 * A key that was claimed already is answered with what the first request got. `POST ?upload=FIELD` gives a file
 * beforehand; a plain HTML form sends its files with everything else.
 *
 * @throws ProblemError 400, 401, 403, 404, 409, 422, 503; nothing is changed by any of them
 */
export async function postScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: ServerTools,
): Promise<FastifyReply> {
  if (isForeign(request))
    throw new ProblemError({
      status: 403,
      code: "cross-site",
      title: "The request came from another site",
    });
  const early = isMultipart(request) ? undefined : readSubmission(request);
  let scene = await loadContext(request, tools);
  const field = scene.visit.query["upload"];
  if (field !== undefined && early === undefined)
    return takeUpload(request, reply, scene, field, tools);
  const { submission, files } =
    early === undefined
      ? await readPosted(request, scene, tools)
      : { submission: early, files: [] };
  if (asksForSuggestions(submission))
    return answerSuggest(request, reply, scene, submission, tools);
  if (scene.actor !== undefined) refuseUnlisted(scene, submission, tools);
  if (submission.action === UNLOAD_ACTION) return closePage(reply, scene, tools);
  if (submission.action === DECLINE_ACTION) {
    await recordDecline(request, scene, submission, tools);
    return reply.code(204).header("cache-control", "no-store").send();
  }
  if (submission.action === LOCALE_ACTION)
    return restart(request, reply, scene, submission.item, tools);
  if (scene.access !== "ok" && isOpenToAll(scene, tools))
    return passBy(request, reply, scene, submission, tools);
  // As it was asked, wherever the application has moved since.
  const asked = `${request.url.split("?")[0]}\n${JSON.stringify([submission.action, submission.item ?? null, submission.data, ...fileHashesOf(files)])}`;
  const own = await authorize(request, reply, scene, tools, async () =>
    firstVisit(request, reply, scene, { key: submission.key, asked }, tools),
  );
  if ("signIn" in own) {
    if (wantsHtml(request)) return redirectToExit(reply, own.signIn);
    throw signInProblem(own.signIn);
  }
  scene = own;
  const { subject } = own;

  const repeatable = { key: submission.key, asked };
  const claimed = await findClaim(subject, repeatable, tools);
  scene = await resumeCalls(scene, tools);
  if (claimed !== undefined && submission.key !== undefined)
    return answerRepetition(
      request,
      reply,
      { ...scene, typed: submission.data },
      submission.key,
      tools,
    );
  // What became of an open call comes before anything new: whatever was pressed is answered with that.
  const { reopened } = scene;
  if (reopened !== undefined && submission.revision === reopened.revision)
    return answerDestination(
      request,
      reply,
      scene,
      reopened.next,
      reopened.notices.filter(({ pointer }) => pointer === undefined),
      fieldProblemsOf(reopened.notices),
      undefined,
      tools,
    );

  const record = scene.record ?? (await begin(scene.visit, subject, submission.key, tools));
  scene = { ...scene, record };
  if (submission.revision === undefined)
    throw new ProblemError({
      status: 400,
      code: "no-revision",
      title: "The revision is missing",
      detail: "Send the revision of the view that the submission answers.",
    });
  const referred: Submission = {
    ...submission,
    data: await withFiles(submission.data, scene, files, tools),
  };
  scene = { ...scene, typed: referred.data };
  // A page drawn by the version before carries the revision before: what was typed on it is taken, where it still fits.
  const { moved } = scene;
  if (moved?.elsewhere === true) return answerConflict(request, reply, scene, tools);
  if (submission.revision !== record.revision && submission.revision !== moved?.revision)
    return answerOvertaken(request, reply, scene, repeatable, tools);
  if (record.calling)
    return answerDestination(
      request,
      reply,
      scene,
      { kind: "stay", because: "call-under-way" },
      [],
      [],
      undefined,
      tools,
    );

  const context = inputContext(scene, tools, drawnAt(request, scene));
  const words = submission.typed
    ? await readWords(referred.data, async (field, text) => {
        if (!(await request.server.limits.takeSuggestion(request, subject.toString("hex"))))
          return [];
        return (
          await tools.suggest(scene.flow, record.state, scene.visit.path, context, {
            kind: "suggest",
            field,
            text,
          })
        ).suggestions;
      })
    : undefined;
  const shown = words === undefined ? referred : { ...referred, data: words.typed };
  if (words !== undefined) scene = { ...scene, offered: words.offered };
  const data =
    words === undefined
      ? referred.data
      : tidied(scene.flow, scene.visit, record.state, { ...submission, data: words.data }, context);
  const result = await takeStep(
    scene.flow,
    scene.visit.flow.version,
    record,
    {
      kind: "act",
      path: scene.visit.path,
      action: submission.action,
      ...(submission.item === undefined ? {} : { item: submission.item }),
      data,
      query: scene.visit.query,
      context,
    },
    tools,
    submission.key === undefined
      ? undefined
      : { key: submission.key, requestHash: tools.idempotencyKeys.printOf(asked), subject },
    undefined,
    draftSentFrom(scene, submission, context),
  );
  if (result.kind === "stale")
    return answerOvertaken(request, reply, await reload(scene, tools), repeatable, tools);
  return answerStep(request, reply, scene, shown, result, tools);
}

/** The session of a visitor who begins with this very post; a repetition of it gets the same, with what was begun. */
async function firstVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  { key, asked }: { readonly key: string | undefined; readonly asked: string },
  tools: ServerTools,
): Promise<Opened> {
  if (key === undefined) return ensureSession(reply, scene, tools);
  const { subject, pseudonym } = await openSessionOnce(request, reply, { key, asked }, tools);
  const { record } = await reload({ ...scene, subject }, tools);
  return { subject, session: pseudonym, record };
}

/** Begins an application; a request with a key begins one only, however often it comes. */
async function begin(
  { flow, variant }: Visit,
  subject: Buffer,
  key: string | undefined,
  tools: ServerTools,
): Promise<ApplicationRecord> {
  return key === undefined
    ? tools.applications.begin(flow.id, flow.version, variant, subject)
    : tools.applications.beginOnce({
        flow: flow.id,
        flowVersion: flow.version,
        variant,
        subject,
        key,
      });
}

/**
 * Whoever was let in may do what their role lists, and is told so before anything else: not what revision it has.
 *
 * @throws ProblemError 403
 */
function refuseUnlisted(scene: RequestContext, { action }: Submission, tools: ServerTools): void {
  const facts = buildFacts(scene.flow, stateOf(scene), inputContext(scene, tools));
  const found = findRoute(scene.flow, scene.visit.path, facts);
  const permission = permissionOf(scene.flow, facts);
  const listed =
    found !== undefined &&
    permission.opens(found.screen, found.params) &&
    permission.does(found.screen, action);
  if (!listed || (scene.looks === true && action === found.screen.definition.load))
    throw new ProblemError({
      status: 403,
      code: "role-forbidden",
      title: "You may not do that here",
    });
}

/** Whether the page is open to everybody, whoever's application it is about. */
function isOpenToAll(scene: RequestContext, tools: ServerTools): boolean {
  return (
    findRoute(scene.flow, scene.visit.path, buildFacts(scene.flow, {}, inputContext(scene, tools)))
      ?.screen.definition.public === true
  );
}

/** Answers a post on a page that is open to all: nothing is kept but what the calls did. */
async function passBy(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  submission: Submission,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { visit, flow } = scene;
  const context = inputContext(scene, tools, drawnAt(request, scene));
  const data = submission.typed ? tidied(flow, visit, {}, submission, context) : submission.data;
  const input: Input = {
    kind: "act",
    path: visit.path,
    action: submission.action,
    data,
    query: visit.query,
    context,
  };
  const result = await takeTransientStep(flow, {}, input, tools, {
    flow: visit.flow.id,
    flowVersion: visit.flow.version,
    request: submission.key,
  });
  if (result.kind === "refused") {
    const { reason, problems } = result.refusal;
    if (reason !== "invalid")
      throw new ProblemError({ status: 422, code: reason, title: "The page has no such action" });
    return answerDestination(
      request,
      reply,
      scene,
      { kind: "stay", because: "refused" },
      [],
      problems,
      submission.data,
      tools,
    );
  }
  const problems = fieldProblemsOf(result.notices);
  const notices = result.notices.filter(({ pointer }) => pointer === undefined);
  return answerDestination(
    request,
    reply,
    { ...scene, passing: result.state },
    result.next,
    notices,
    problems,
    problems.length > 0 ? submission.data : undefined,
    tools,
  );
}

/** Answers what became of a step. */
async function answerStep(
  request: FastifyRequest,
  reply: FastifyReply,
  scene: RequestContext,
  submission: Submission,
  result: Exclude<StepResult, { readonly kind: "stale" }>,
  tools: ServerTools,
): Promise<FastifyReply> {
  if (result.kind === "refused") {
    const { reason, problems } = result.refusal;
    if (reason === "invalid")
      return answerDestination(
        request,
        reply,
        scene,
        { kind: "stay", because: "refused" },
        [],
        problems,
        submission.data,
        tools,
      );
    if (scene.moved !== undefined) return answerConflict(request, reply, scene, tools);
    if (reason === "unknown-path")
      throw new ProblemError({ status: 404, code: "unknown-path", title: "There is no such page" });
    if (reason === "forbidden")
      throw new ProblemError({
        status: 403,
        code: "role-forbidden",
        title: "You may not do that here",
      });
    if (reason === "unknown-action")
      throw new ProblemError({
        status: 422,
        code: "unknown-action",
        title: "The page has no such action",
      });
    return answerConflict(request, reply, scene, tools);
  }
  const after: RequestContext = {
    ...scene,
    record: result.record,
    ...(submission.key === undefined
      ? {}
      : {
          claimed: {
            key: submission.key,
            revision: result.ownRevision ?? result.record.revision,
          },
        }),
  };
  const problems = fieldProblemsOf(result.notices);
  const notices = result.notices.filter(({ pointer }) => pointer === undefined);
  return answerDestination(
    request,
    reply,
    after,
    result.next,
    notices,
    problems,
    problems.length > 0 ? submission.data : undefined,
    tools,
  );
}

/** A page of the visitor's own application was closed: the flow's call for that is made, and nothing changes. Always 204: nobody is there to read an answer. */
async function closePage(
  reply: FastifyReply,
  scene: RequestContext,
  tools: ServerTools,
): Promise<FastifyReply> {
  const { flow, record, visit } = scene;
  const call =
    record === undefined
      ? undefined
      : unloadCall(flow, record.state, {
          path: visit.path,
          query: visit.query,
          context: inputContext(scene, tools),
        });
  const service = call === undefined ? undefined : serviceOf(flow, call);
  if (call !== undefined && service !== undefined)
    await runCall(call, service, tools.targets, randomUUID());
  return reply.code(204).header("cache-control", "no-store").send();
}

/** A plain HTML post has no script that helped with typing: its values are tidied here, as the page would have. */
function tidied(
  flow: CompiledVariant,
  visit: Visit,
  state: ApplicationState,
  submission: Submission,
  context: InputContext,
): JsonObject {
  const resolution = resolveScreen(flow, state, { path: visit.path, query: visit.query, context });
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const form =
    screen?.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
  return form === undefined ? submission.data : form.compiled.normalize(submission.data);
}
