import type { FastifyInstance, FastifySchema } from "fastify";
import type { Json } from "../../../engine/language/json.ts";
import { failed, send, type Answer } from "./answer.ts";
import { customerOf, type Customer } from "./customer.ts";
import { decideApplication } from "./decide.ts";
import { effect } from "./effects.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";
import type { PlatformOwner } from "./repositories/platform-owners.ts";
import { HEADERS, IN_APPLICATION, IN_OWNER, REFUSAL } from "./schemas/parts.ts";
import { syntheticApplication } from "./synthetic-accounts.ts";
import { failOnce } from "./once-failures.ts";
import { answerSchemas, shownOnly } from "./shown-members.ts";

/** One call of the platform, with its documentation and schemas. */
export interface RouteDefinition {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** Its name in the ledger, for calls with an effect. */
  readonly call: string;
  readonly summary: string;
  readonly section: string;
  /** A POST without an effect: it is not in the ledger. */
  readonly readsOnly?: boolean;
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  /** Schema of a successful answer; absent: 204 without a body. */
  readonly answer?: object;
}

/** A request. */
export interface RouteRequest<B, Q, P> {
  readonly body: B;
  readonly query: Q;
  readonly params: P;
  /** The customer, where the request names one. */
  readonly customer: Customer | undefined;
}

/** Serves a call. An effect happens in one transaction, once for each Idempotency-Key. */
export function route<B = undefined, Q = object, P = object>(
  app: FastifyInstance,
  tools: PlatformTools,
  definition: RouteDefinition,
  handle: (work: Work, received: RouteRequest<B, Q, P>) => Promise<Answer>,
): void {
  const { method, url, call, readsOnly = method === "GET" } = definition;
  app.route({
    method,
    url,
    schema: routeSchema(definition),
    handler: async (request, reply) => {
      const received = {
        body: request.body,
        query: request.query,
        params: request.params,
        customer: customerOf(request.headers["x-customer"]),
      } as RouteRequest<B, Q, P>;
      if (readsOnly) return send(reply, await handle(tools.work(tools.database), received));
      const key = request.headers["idempotency-key"];
      const about = {
        key: typeof key === "string" ? key : undefined,
        call,
        application: (request.params as { id?: string }).id,
        request: [method, request.url, (request.body ?? null) as Json],
      };
      return send(reply, await effect(tools, about, (work) => handle(work, received)));
    },
  });
}

/**
 * Serves a call about an application: it must exist, and failures that test values request come
 * first.
 */
export function applicationRoute<
  B = undefined,
  Q = object,
  P extends { readonly id: string } = { readonly id: string },
>(
  app: FastifyInstance,
  tools: PlatformTools,
  definition: RouteDefinition,
  handle: (
    work: Work,
    application: PlatformApplication,
    received: RouteRequest<B, Q, P>,
  ) => Promise<Answer>,
): void {
  route<B, Q, P>(app, tools, { params: IN_APPLICATION, ...definition }, async (work, received) => {
    const application = await findApplication(
      work,
      received.params.id,
      definition.method !== "GET",
    );
    if (application === undefined) return failed(404, "Not found", "Application not found");
    const failure = await failOnce(
      work,
      work.tables(),
      application,
      definition.call === "fetch" ? ["fetch", "call"] : ["call"],
    );
    if (failure !== undefined) return failure;
    const whole = await handle(work, application, received);
    const outcome = decideApplication(work.tables(), application.body);
    const answer = outcome.shownOnly === true ? shownOnly(definition.call, whole) : whole;
    const lost = outcome.loses.find(({ call }) => call === definition.call);
    return lost === undefined || answer.status >= 400 ? answer : { ...answer, lost };
  });
}

/**
 * Serves a call about one owner of an application; an owner of another application does not exist
 * for it.
 */
export function ownerRoute<B = undefined, Q = object>(
  app: FastifyInstance,
  tools: PlatformTools,
  definition: RouteDefinition,
  handle: (
    work: Work,
    application: PlatformApplication,
    owner: PlatformOwner,
    received: RouteRequest<B, Q, { readonly id: string; readonly ownerId: string }>,
  ) => Promise<Answer>,
): void {
  applicationRoute<B, Q, { readonly id: string; readonly ownerId: string }>(
    app,
    tools,
    { ...definition, params: IN_OWNER },
    async (work, application, received) => {
      const owner = await work.owners.find(application.id, received.params.ownerId);
      if (owner === undefined) return failed(404, "Not found", "Owner not found");
      return (
        (await failOnce(work, work.tables(), owner, ["call"])) ??
        handle(work, application, owner, received)
      );
    },
  );
}

/** A submitted application, or a test customer's initial one, which is stored from now on. */
export async function findApplication(
  work: Work,
  id: string,
  lock: boolean,
): Promise<PlatformApplication | undefined> {
  const found = await work.applications.find(id, lock);
  if (found !== undefined) return found;
  const synthetic = syntheticApplication(work.tables(), id);
  if (synthetic === undefined) return undefined;
  await work.applications.put(synthetic);
  return work.applications.find(id, lock);
}

/**
 * Parameters of a call that has none. @fastify/swagger takes a schema without `properties` for one
 * parameter.
 */
const NO_PARAMETERS = { type: "object", properties: {}, additionalProperties: false } as const;

/** The schema of an empty body. */
const EMPTY = {
  type: ["object", "null"],
  additionalProperties: false,
  description: "Nothing is sent",
} as const;

/** `post-applications-id-payments`: unique, as method and path are. */
function operationIdOf(method: string, url: string): string {
  return [method.toLowerCase(), ...(url.match(/[A-Za-z0-9]+/g) ?? []).slice(1)].join("-");
}

/** The schema that documents a call and validates its requests and answers. */
export function routeSchema({
  method,
  url,
  summary,
  section,
  params,
  query,
  body,
  answer,
  call = "",
}: Omit<RouteDefinition, "call"> & { readonly call?: string }): FastifySchema {
  return {
    summary,
    operationId: operationIdOf(method, url),
    tags: [section],
    // A call names its customer; it has no session.
    security: [],
    headers: HEADERS,
    ...(params === undefined ? {} : { params }),
    querystring: query ?? NO_PARAMETERS,
    ...(method === "GET" || method === "DELETE" ? {} : { body: body ?? EMPTY }),
    response: {
      ...answerSchemas(call, answer),
      "4xx": REFUSAL,
      "5xx": REFUSAL,
    },
  } as FastifySchema;
}
