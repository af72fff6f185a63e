import { mayNameHeader } from "../../engine/language/header-names.ts";
import { isObject, type Json } from "../../engine/language/json.ts";
import type { CallRequest } from "../../engine/transition/input.ts";
import { authHeaders } from "./auth-headers.ts";
import type { CallService } from "./call-service.ts";

/** A request of a call, before tokens and signatures. */
export interface WrittenRequest {
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/**
 * Writes the headers and the body of a call.
 *
 * @param environment of the service
 * @param key the Idempotency-Key
 */
export function writeRequest(
  request: CallRequest,
  service: CallService,
  environment: NodeJS.ProcessEnv,
  key: string,
): WrittenRequest {
  const body = bodyOf(request);
  const headers = withoutTransport({
    accept: "application/json",
    "idempotency-key": key,
    ...(body === undefined
      ? {}
      : {
          "content-type":
            request.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json",
        }),
    ...serviceHeaders(service, environment),
    ...authHeaders(service.auth, environment),
    ...request.headers,
  });
  return { headers, body };
}

/**
 * Headers without those that the transport sets: an older engine accepted definitions that name
 * them.
 */
function withoutTransport(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => mayNameHeader(name)));
}

function serviceHeaders(
  service: CallService,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.headers ?? {}).flatMap(([name, value]) => {
      if (typeof value === "string") return [[name, value] as const];
      const variable =
        typeof value === "object" && value !== null && "env" in value
          ? environment[String(value["env"])]
          : undefined;
      return variable === undefined ? [] : [[name, variable] as const];
    }),
  );
}

/** A form's values are texts; an absent one is omitted. */
function bodyOf({ body, encoding }: CallRequest): string | undefined {
  if (body === undefined) return undefined;
  if (encoding !== "form") return JSON.stringify(body);
  const values = isObject(body) ? Object.entries(body) : [];
  return new URLSearchParams(
    values.flatMap(([name, value]: [string, Json]) =>
      value === null ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  ).toString();
}
