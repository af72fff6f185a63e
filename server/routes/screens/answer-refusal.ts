import type { FastifyReply } from "fastify";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { Refused } from "../../../engine/transition/answer.ts";
import { findRoute } from "../../../engine/transition/resolve-screen.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import { forbidden, ProblemError, unknownPath } from "../../http/problem.ts";
import { answerConflict } from "./answer-conflict.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Answers a refused action whose data is not the reason. Where the state does not offer the action,
 * the answer is 409 with the present page: `too-soon` before the action's countdown has ended,
 * `deadline` when the page or the action reads the clock, else `stale`.
 *
 * @throws ProblemError 403 `role-forbidden`, 404 `unknown-path`, 422 `unknown-action`
 */
export async function answerRefusal(
  exchange: Exchange,
  context: RequestContext,
  refused: {
    readonly cause: Exclude<Refused["cause"], "invalid">;
    readonly action: string;
    readonly posted: JsonObject;
  },
): Promise<FastifyReply> {
  const { cause, action, posted } = refused;
  if (cause === "too-soon") return answerConflict(exchange, context, posted, cause);
  if (cause !== "not-allowed") throw REFUSALS[cause]();
  const why = readsClock(context, action) ? "deadline" : "stale";
  return answerConflict(exchange, context, posted, why);
}

/**
 * Whether the page or the action reads the clock. Without another change since the page was drawn,
 * a deadline passed.
 */
function readsClock(context: RequestContext, action: string): boolean {
  const { facts } = resolveTarget(context);
  const screen = findRoute(context.flow, context.target.path, facts)?.screen;
  const rules = [screen?.allow, screen?.exists, screen?.actions.get(action)?.when];
  return rules.some((rule) => rule?.reads.some((read) => read === "now" || read === "today"));
}

const REFUSALS: Readonly<
  Record<"unknown-path" | "forbidden" | "unknown-action", () => ProblemError>
> = {
  "unknown-path": unknownPath,
  forbidden,
  "unknown-action": () =>
    new ProblemError({
      status: 422,
      code: "unknown-action",
      title: "The page has no such action",
    }),
};
