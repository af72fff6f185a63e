import { createHash, randomUUID } from "node:crypto";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { lostOnTheWay, refused, type Answer, type LostAnswer } from "./answer.ts";
import type { PlatformTools, Work } from "./platform-tools.ts";
import { within } from "./repositories/source.ts";

/** A call that changes something. */
export interface Effect {
  /** The Idempotency-Key; without one every call is a new one. */
  readonly key: string | undefined;
  /** Its name in the ledger. */
  readonly call: string;
  readonly application: string | undefined;
  /** Distinguishes this request from another one with the same key. */
  readonly request: Json;
}

/**
 * Performs an effect once: key, effect and answer are saved together or not at all. A repetition
 * gets the first answer; a key that belongs to another request is refused. The ledger also lets
 * fault tests count effects.
 */
export async function effect(
  tools: PlatformTools,
  { key, call, application, request }: Effect,
  make: (work: Work) => Promise<Answer>,
): Promise<Answer> {
  const print = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  const kept = key ?? `none:${randomUUID()}`;
  return tools.database.transaction(async (client) => {
    const work = tools.work(within(client));
    if (!(await work.effects.claim(kept, call))) {
      const known = await work.effects.find(kept);
      if (known === undefined || known.answer["print"] !== print)
        return refused(422, "This Idempotency-Key was used for another request");
      const still = lostIn(known.answer);
      if (still === undefined) return read(known.status, known.answer);
      await work.effects.save({ ...known, answer: { ...known.answer, lost: less(still) } });
      return lostOnTheWay(still);
    }
    const answer = await make(work);
    // Only changes are recorded: after a refusal or a failure the caller may try again.
    const counts = answer.counts ?? answer.status < 400;
    if (!counts) await work.effects.release(kept);
    else
      await work.effects.save({
        key: kept,
        application: application ?? idIn(answer),
        call,
        status: answer.status,
        answer: {
          print,
          ...written(answer),
          ...(answer.lost === undefined ? {} : { lost: less(answer.lost) }),
        },
      });
    return answer.lost === undefined ? answer : lostOnTheWay(answer.lost);
  });
}

function less({ how, times }: LostAnswer): JsonObject {
  return { how, times: times - 1 };
}

/** The loss of an effect's answer, while attempts of it are left. */
function lostIn({ lost }: JsonObject): LostAnswer | undefined {
  const { how, times } = asObject(lost);
  return (how === "dropped" || how === "unavailable" || how === "malformed") &&
    typeof times === "number" &&
    times > 0
    ? { how, times }
    : undefined;
}

function written({ body, headers }: Answer): JsonObject {
  return { ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) };
}

function read(status: number, { body, headers }: JsonObject): Answer {
  return {
    status,
    ...(body === undefined ? {} : { body: asObject(body) }),
    ...(headers === undefined
      ? {}
      : { headers: asObject(headers) as Readonly<Record<string, string>> }),
  };
}

function idIn({ body }: Answer): string | undefined {
  const id = body?.["applicationId"];
  return typeof id === "string" ? id : undefined;
}
