import { pathOfAddress } from "../../../../engine/language/address.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createDraft, type Draft } from "../../../../engine/transition/draft.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";
import { untouchedData } from "../../../../engine/render/render-form.ts";
import { showsUnknownPath } from "../../../../engine/transition/resolution.ts";
import { isFileField, isFileId } from "../../../../engine/validate/files.ts";
import { malformed, ProblemError } from "../../../plugins/problem.ts";
import { isFromAnotherSite } from "../../foreign.ts";
import { authorize, signInProblem } from "../authorize.ts";
import { idInPath, loadContext } from "../../../application/request/load-context.ts";
import {
  reload,
  resolveTarget,
  type RequestContext,
} from "../../../application/request/request-context.ts";
import { shownPage } from "../../../application/request/shown-page.ts";
import type { Exchange } from "../exchange.ts";
import { draftPageOf, type DraftPage } from "./draft-page.ts";

/** The body of a draft: all typed data, each time. */
interface TypedSoFar {
  readonly over: string;
  readonly by?: string;
  readonly data: JsonObject;
}

/** Attempts to save a draft while steps of others come in between. */
const TRIES = 3;

const PAGE = /^[\w-]{1,36}$/;

/** Most choices of one field in a draft. */
const MOST_CHOICES = 1000;

/** Most files of a draft. */
const MOST_FILES = 30;

/**
 * `PUT {path} { over, data, by }`: saves a page's typed data that is not sent yet, in place of the
 * draft before. It neither changes nor validates the application. 200 `{ at }`: the time of saving;
 * without `at` the typed data equals the state.
 *
 * @throws ProblemError 400, 401, 403, 404, 409 when the answers changed meanwhile, 413, 415, 429
 */
export async function putDraft(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  if (isFromAnotherSite(request))
    throw new ProblemError({
      status: 403,
      code: "cross-site",
      title: "The request came from another site",
    });
  const received = readTyped(request);
  const first = await loadContext(request, tools);
  if (first.impersonates === true) throw forbidden();
  // A draft needs an application. A post begins one; typing does not.
  if (first.subject === undefined && idInPath(first.flow, first.target.path) === undefined)
    throw new ProblemError({ status: 401, code: "no-session", title: "There is no session yet" });
  const own = await authorize(exchange, first);
  if ("signIn" in own) throw signInProblem(own.signIn);
  if (!(await request.server.limits.takeDraft(request, own.subject.toString("hex")))) {
    void reply.header("retry-after", "60");
    throw new ProblemError({
      status: 429,
      code: "too-many-drafts",
      title: "What is typed is kept too often",
      detail: "It stands in the page all the same.",
    });
  }
  let context: RequestContext = own;
  for (let tries = 0; tries < TRIES; tries++) {
    const page = pageAt(context);
    request.scope.decision = {
      flow: context.target.flow.id,
      screen: page.asked.screen.id,
      because: "draft",
    };
    if (page.over !== received.over) break;
    const { screen, form, facts } = page.asked;
    const draft = createDraft(
      received.data,
      untouchedData(context.flow, screen, form, facts),
      page.answers,
    );
    if (draft === undefined) {
      await tools.drafts.forget(page.place);
      return answer(reply, {});
    }
    const at = await tools.drafts.keep(
      page.place,
      received.by === undefined ? draft : { ...draft, by: received.by },
      { files: filesOf(draft, page), revision: context.record?.revision ?? 0, days: page.days },
    );
    if (at !== undefined) return answer(reply, { at });
    context = await reload(context, tools);
  }
  throw overtaken();
}

/** The present page, as the sender of a draft may use it. */
function pageAt(context: RequestContext): DraftPage {
  const { target } = context;
  const { resolution } = resolveTarget(context);
  if (resolution.kind === "leave") throw overtaken();
  const unknown = showsUnknownPath(resolution);
  // A guest learns of no other page, not even that it exists.
  if (resolution.denied !== undefined || (unknown && context.actor !== undefined))
    throw forbidden();
  if (unknown)
    throw new ProblemError({ status: 404, code: "unknown-path", title: "There is no such page" });
  if (pathOfAddress(resolution.path) !== target.path) throw overtaken();
  const page = draftPageOf(context, shownPage(context, resolution, target.query));
  if (page === undefined)
    throw new ProblemError({
      status: 404,
      code: "no-draft",
      title: "Nothing is kept of what is typed here",
    });
  return page;
}

function filesOf({ data }: Draft, { asked }: DraftPage): readonly string[] {
  const { fields } = asked.form.compiled;
  return Object.entries(data)
    .flatMap(([name, value]) =>
      isFileField(fields[name]) && typeof value === "string"
        ? value.split(" ").filter(isFileId)
        : [],
    )
    .slice(0, MOST_FILES);
}

function answer(reply: FastifyReply, body: { readonly at?: string }): FastifyReply {
  return reply.header("cache-control", "no-store").send(body);
}

function overtaken(): ProblemError {
  return new ProblemError({
    status: 409,
    code: "stale",
    title: "The application changed in the meantime",
    detail: "Ask for the page again to see what it is now.",
  });
}

function forbidden(): ProblemError {
  return new ProblemError({
    status: 403,
    code: "role-forbidden",
    title: "You may not do that here",
  });
}

function readTyped({ headers, body }: FastifyRequest): TypedSoFar {
  if (headers["content-type"]?.startsWith("application/json") !== true)
    throw new ProblemError({
      status: 415,
      code: "media-type",
      title: "The content type is not supported",
    });
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw malformed("The body has to be a JSON object");
  const { over, data, by, ...rest } = body as Readonly<Record<string, Json | undefined>>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw malformed(`Unknown member "${unknown.slice(0, 60)}"; known are over, data and by`);
  if (typeof over !== "string")
    throw malformed("What was typed over is missing: `draft.over` of the view");
  if (by !== undefined && (typeof by !== "string" || !PAGE.test(by)))
    throw malformed("The page has to name itself with 1 to 36 letters, digits and -");
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw malformed("The data has to be an object");
  if (!Object.values(data).every((value: Json) => isTypable(value)))
    throw malformed("A value has to be a text, a number, true, false, null or a list of texts");
  return { over, data: data as JsonObject, ...(by === undefined ? {} : { by }) };
}

/** Whether a control can hold a value; checkboxes hold a list of texts. */
function isTypable(value: Json): boolean {
  if (Array.isArray(value))
    return value.length <= MOST_CHOICES && value.every((each: Json) => typeof each === "string");
  return typeof value !== "object" || value === null;
}
