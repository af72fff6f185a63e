import type { FastifyReply, FastifyRequest } from "fastify";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Actor, InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { visitorOf } from "./visitor-of.ts";
import { actorOf } from "../grants/actor-of.ts";
import { impersonatorOf } from "../grants/impersonator-of.ts";
import { ProblemError } from "../../plugins/problem.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { Person } from "../../storage/repositories/sessions.ts";
import type { ReadWords } from "../read-words.ts";
import { resumePendingCalls, freshUuids } from "../take-step.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { ServerTools } from "../server-tools.ts";
import { marketOfCurrency } from "./choices.ts";
import { movedPage, migrateApplication } from "../migrate-application.ts";
import { readVisit, type Visit } from "./visit.ts";
import { readSession, openSession } from "./session.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";

/** One request about one application. */
export interface RequestContext {
  readonly visit: Visit;
  readonly flow: CompiledVariant;
  readonly subject: Buffer | undefined;
  /** Undefined while the visitor is not signed in. */
  readonly person: Person | undefined;
  /** What the visit is called in reports; undefined while there is no session. */
  readonly session: string | undefined;
  /** The session ends so soon, at the earliest; undefined for one that begins with this request. */
  readonly sessionEndsInMs?: number | undefined;
  readonly record: ApplicationRecord | undefined;
  readonly access: "ok" | "missing" | "forbidden";
  /** Who the visitor is to an application that is not their own. */
  readonly actor?: Actor | undefined;
  /** They are known by signing in, and look only: no call is made on their account and nothing is kept but that they looked. */
  readonly looks?: boolean;
  /** The application named in the path could not be read: the page that stands in for it goes nowhere by itself. */
  readonly unread?: boolean;
  /** On a page open to all: what a passing step brought. */
  readonly passing?: ApplicationState;
  /** What was posted, files as what is known of them. */
  readonly typed?: JsonObject;
  /** For words typed without scripts: what could be meant, by field. */
  readonly offered?: ReadWords["offered"];
  /** The Idempotency-Key that what is shown in the end is noted with, and the revision that is noted there by now. */
  readonly claimed?: { readonly key: string; readonly revision: number };
  /** What is shown was shown before: nothing is done for it any more. */
  readonly past?: boolean;
  /** The application goes on with another version than its last step was made with: the revision its page carries, and whether that page is gone. */
  readonly moved?: { readonly revision: number; readonly elsewhere: boolean };
  /** An open call was sent again: what came of it, and the revision that pages drawn before carry. */
  readonly reopened?: {
    readonly revision: number;
    readonly next: Destination;
    readonly notices: readonly Notice[];
  };
}

/**
 * Who asks, for which application, in which version of which flow.
 *
 * @throws ProblemError 404 where no flow has such a path
 */
export async function loadContext(
  request: FastifyRequest,
  tools: ServerTools,
): Promise<RequestContext> {
  const library = tools.library();
  const first = readVisit(request, library, tools.environment);
  if (first === undefined)
    throw new ProblemError({ status: 404, code: "unknown-path", title: "There is no such page" });
  const session = await readSession(request, tools);
  const subject = session?.subject;
  const market = marketOfCurrency(first.flow.definition, request);
  const asked =
    idInPath(first.flow.variant(first.variant), first.path) ??
    (library.policies === undefined ? undefined : idOfOlderPath(first));
  const found =
    asked === undefined
      ? subject === undefined
        ? undefined
        : await tools.applications.latest(subject, first.flow.id, {
            reseller: first.variant.reseller,
            market,
          })
      : await tools.applications.byId(asked);
  const own =
    found !== undefined &&
    subject !== undefined &&
    found.subject.equals(subject) &&
    found.flow === first.flow.id;
  const known =
    own || asked === undefined || found?.flow !== first.flow.id || session === undefined
      ? undefined
      : found;
  const guest =
    known === undefined || subject === undefined
      ? undefined
      : await actorOf(subject, known.key, first.path, tools.grants);
  const looker =
    known === undefined || session === undefined || guest !== undefined
      ? undefined
      : await impersonatorOf(session, known, first, request.method, tools);
  const actor = guest ?? looker;
  const welcome = own || actor !== undefined;
  const access =
    asked === undefined || welcome ? "ok" : found === undefined ? "missing" : "forbidden";
  const mine = welcome ? found : undefined;
  const record =
    mine === undefined ||
    mine.id !== undefined ||
    market === undefined ||
    mine.variant.market === market
      ? mine
      : await tools.applications.moveTo(mine, { ...mine.variant, market });
  const visit =
    record === undefined
      ? first
      : (readVisit(request, library, tools.environment, {
          ...record.variant,
          environment: tools.environment,
        }) ?? first);
  if (looker !== undefined && record !== undefined)
    return {
      ...(await lookedAt(visit, record, tools)),
      subject,
      person: session?.person,
      session: session?.pseudonym,
      sessionEndsInMs: session?.endsInMs,
      record,
      access,
      actor,
      looks: true,
    };
  if (record === undefined || record.flowVersion === visit.flow.version)
    return {
      visit,
      flow: visit.flow.variant(visit.variant),
      subject,
      person: session?.person,
      session: session?.pseudonym,
      sessionEndsInMs: session?.endsInMs,
      record,
      access,
      actor,
    };
  return settled(
    {
      visit,
      flow: first.flow.variant(first.variant),
      subject,
      person: session?.person,
      session: session?.pseudonym,
      sessionEndsInMs: session?.endsInMs,
      record,
      access,
      actor,
    },
    record,
    library,
    tools,
  );
}

/** The flow as the applicant has it; looking moves nobody to another version. */
async function lookedAt(
  visit: Visit,
  record: ApplicationRecord,
  tools: ServerTools,
): Promise<Pick<RequestContext, "visit" | "flow">> {
  const flow =
    (record.flowVersion === visit.flow.version
      ? undefined
      : await tools.olderVersion(visit.flow.id, record.flowVersion)) ?? visit.flow;
  return { visit: { ...visit, flow }, flow: flow.variant(visit.variant) };
}

/** The application with the version that it goes on with. */
async function settled(
  scene: RequestContext,
  before: ApplicationRecord,
  library: FlowLibrary,
  tools: ServerTools,
): Promise<RequestContext> {
  const context = inputContext(scene, tools);
  const result = await migrateApplication(before, scene.visit.flow, library, context, tools);
  const { flow, record } = result;
  const elsewhere = movedPage(scene.visit.path, result, context);
  const visit = { ...scene.visit, ...elsewhere, flow };
  return {
    ...scene,
    visit,
    flow: flow.variant(visit.variant),
    record,
    ...(result.from === undefined
      ? {}
      : {
          moved: {
            revision: result.cleared === true ? before.revision : record.revision,
            elsewhere: elsewhere !== undefined,
          },
        }),
  };
}

/** Goes on with calls that a crash interrupted, so that the state is what it would have been, and asks what became of open ones. */
export async function resumeCalls(
  scene: RequestContext,
  tools: ServerTools,
): Promise<RequestContext> {
  if (scene.record === undefined || !scene.record.calling) return scene;
  const continued = await resumePendingCalls(
    scene.flow,
    scene.visit.flow.version,
    scene.record,
    inputContext(scene, tools),
    tools,
  );
  if (continued?.result.kind !== "done") return scene;
  const { record, next, notices } = continued.result;
  return {
    ...scene,
    record,
    ...(continued.wasOpen ? { reopened: { revision: scene.record.revision, next, notices } } : {}),
  };
}

/** The same request, with the application as it is now. */
export async function reload(scene: RequestContext, tools: ServerTools): Promise<RequestContext> {
  const id = scene.record?.id;
  const record =
    id === undefined
      ? scene.subject === undefined
        ? undefined
        : await tools.applications.latest(scene.subject, scene.visit.flow.id, {
            reseller: scene.visit.variant.reseller,
            market: scene.visit.variant.market,
          })
      : await tools.applications.byId(id);
  return record === undefined ? scene : { ...scene, record };
}

/** What is known of the application; of somebody else's, only what this very request brought. */
export function stateOf(scene: RequestContext): ApplicationState {
  return scene.record?.state ?? scene.passing ?? {};
}

/** @param drawn the only address that the answer draws a page at; undefined: whatever page follows is drawn */
export function inputContext(
  scene: RequestContext,
  tools: ServerTools,
  drawn?: string,
): InputContext {
  const { visit, person, session, access, actor, flow } = scene;
  return {
    now: tools.now(),
    variant: visit.variant,
    locale: visit.locale,
    signedIn: person !== undefined,
    dataSources: visit.dataSources,
    ...visitorOf(person),
    access,
    ...(actor === undefined ? {} : { actor }),
    ...(session === undefined ? {} : { session }),
    ...(drawn === undefined ? {} : { drawnAt: drawn }),
    uuids: freshUuids(flow),
    providers: tools.providersOf(visit.flow),
  };
}

/** The visit that a request belongs to; one that begins with it gets its cookie. */
export async function ensureSession(
  reply: FastifyReply,
  { subject, session }: RequestContext,
  tools: ServerTools,
): Promise<{ readonly subject: Buffer; readonly session: string }> {
  if (subject !== undefined && session !== undefined) return { subject, session };
  const opened = await openSession(reply, tools);
  return { subject: opened.subject, session: opened.pseudonym };
}

/** A browser without scripts is sent on to any other page, and asks for it; what it posts to is never drawn, but where something is wrong. */
export function drawnAt(request: FastifyRequest, { visit }: RequestContext): string | undefined {
  if (!wantsHtml(request)) return undefined;
  return request.method === "POST" ? "" : visit.path;
}

/** `{applicationId}` in a screen's path names the application. */
export function idInPath(flow: CompiledVariant, path: string): string | undefined {
  const local = path
    .replace(/^\/r\/[^/]+/, "")
    .slice(flow.definition.mount === "/" ? 0 : flow.definition.mount.length);
  for (const { pattern } of flow.routes.near(local)) {
    const id = pattern.match(local)?.["applicationId"];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The application that a path of an older version names: the first segment that looks like an id of the flow. */
function idOfOlderPath({ flow, path }: Visit): string | undefined {
  const prefix = flow.definition.ids["applicationId"] ?? "";
  return prefix === "" ? undefined : path.split("/").find((segment) => segment.startsWith(prefix));
}
