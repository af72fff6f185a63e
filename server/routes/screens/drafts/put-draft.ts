import type { FastifyReply, FastifyRequest } from "fastify";
import { isObject, type Json, type JsonObject } from "../../../../engine/language/json.ts";
import { forbidden, malformed, ProblemError } from "../../../http/problem.ts";
import { refuseCrossSite } from "../../cross-site.ts";
import { authorize, signInProblem } from "../authorize.ts";
import { idInPath, loadContext } from "../../../application/request/load-context.ts";
import type { Exchange } from "../exchange.ts";
import { keepDraft, type TypedSoFar } from "./keep-draft.ts";

const PAGE = /^[\w-]{1,36}$/;

/** Maximum number of choices of one field in a draft. */
const MOST_CHOICES = 1000;

/**
 * `PUT {path} { over, data, by }`: saves a page's typed data that is not sent yet, in place of the
 * draft before. It neither changes nor validates the application. 200 `{ at }`: the time of saving;
 * without `at` the typed data equals the state.
 *
 * @throws ProblemError 400, 401, 403, 404, 409 when the answers changed meanwhile, 413, 415, 429
 */
export async function putDraft(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, tools } = exchange;
  refuseCrossSite(request);
  const received = readTyped(request);
  const first = await loadContext(request, tools);
  if (first.readOnly === true) throw forbidden();
  // A draft needs an application. A post begins one; typing does not.
  if (first.subject === undefined && idInPath(first.flow, first.target.path) === undefined)
    throw new ProblemError({ status: 401, code: "no-session", title: "There is no session yet" });
  const own = await authorize(exchange, first);
  if ("signIn" in own) throw signInProblem(own.signIn);
  const at = await keepDraft(exchange, own, received);
  return reply.header("cache-control", "no-store").send(at === undefined ? {} : { at });
}

function readTyped({
  headers,
  body,
}: FastifyRequest): TypedSoFar & Required<Pick<TypedSoFar, "over">> {
  if (headers["content-type"]?.startsWith("application/json") !== true)
    throw new ProblemError({
      status: 415,
      code: "media-type",
      title: "The content type is not supported",
    });
  if (!isObject(body)) throw malformed("The body has to be a JSON object");
  const { over, data, by, ...rest } = body as Readonly<Record<string, Json | undefined>>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw malformed(`Unknown member "${unknown.slice(0, 60)}"; known are over, data and by`);
  if (typeof over !== "string")
    throw malformed("What was typed over is missing: `draft.over` of the view");
  if (by !== undefined && (typeof by !== "string" || !PAGE.test(by)))
    throw malformed("The page has to name itself with 1 to 36 letters, digits and -");
  if (!isObject(data)) throw malformed("The data has to be an object");
  if (!Object.values(data).every((value: Json) => isTypable(value)))
    throw malformed("A value has to be a text, a number, true, false, null or a list of texts");
  return { over, data: data as JsonObject, by };
}

/** Whether a control can hold a value; checkboxes hold a list of texts. */
function isTypable(value: Json): boolean {
  if (Array.isArray(value))
    return value.length <= MOST_CHOICES && value.every((each: Json) => typeof each === "string");
  return typeof value !== "object" || value === null;
}
