import { completeVariant, fallbackLocale } from "../../../engine/language/axes.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Drafts } from "../repositories/drafts.ts";
import type { Applications, ApplicationSnapshot } from "../repositories/applications.ts";

/** An application that was found, and the reason. */
export interface Found {
  readonly key: string;
  readonly id: string;
  readonly because: string;
}

/** An application past its retention. */
export interface Due extends Found {
  /** The revision that was judged. */
  readonly revision: number;
}

const DAY_MS = 86_400_000;

/**
 * The applications of a flow past their `retention`, in batches: those of one may be erased before
 * the next is read. One with a value that cannot be decrypted stays: a rule without the whole state
 * may be wrong about it.
 *
 * @param now ISO 8601
 */
export async function* dueApplications(
  flow: CompiledFlow,
  applications: Applications,
  environment: string,
  now: string,
): AsyncGenerator<readonly Due[]> {
  const days = flow.definition.retention?.applications?.map((row) => row.days) ?? [];
  if (days.length === 0) return;
  const before = new Date(Date.parse(now) - Math.min(...days) * DAY_MS);
  for await (const batch of applications.batchesOf(flow.id, before))
    yield batch.flatMap((each) => dueOf(flow, each, { environment, now }));
}

function dueOf(
  flow: CompiledFlow,
  { key, id, revision, variant, state, ...each }: ApplicationSnapshot,
  { environment, now }: { readonly environment: string; readonly now: string },
): readonly Due[] {
  if (each.incomplete) return [];
  const known = knownVariant(flow, { ...variant, environment });
  if (known === undefined) return [];
  const facts = buildFacts(known, state, {
    now,
    variant: known.variant,
    locale: fallbackLocale(flow.definition),
    signedIn: false,
    uuids: [],
  });
  const row = known.retention.find(({ when }) => when === undefined || when.test(facts));
  const isDue = row !== undefined && Date.parse(now) - each.updatedAt.getTime() > row.days * DAY_MS;
  return isDue ? [{ key, id, revision, because: row.id }] : [];
}

/**
 * Applications whose answers or drafts contain a text, alone or among other words, ignoring case: a
 * person's name, e-mail address, a number.
 */
export async function applicationsNaming(
  text: string,
  flows: Iterable<string>,
  applications: Applications,
  drafts: Drafts,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const flow of flows) {
    for await (const batch of applications.batchesOf(flow))
      for (const { key, id, state } of batch) {
        const [place] = placesOf(text.toLowerCase(), state, "");
        if (place !== undefined) found.push({ key, id, because: place });
      }
    await drafts.eachOf(flow, ({ key, id, screen, draft }) => {
      const [place] = placesOf(text.toLowerCase(), draft.data, `typed on ${screen}`);
      if (place !== undefined && !found.some((each) => each.key === key))
        found.push({ key, id, because: place });
    });
  }
  return found;
}

function placesOf(text: string, value: Json, path: string): string[] {
  if (typeof value === "string") return value.toLowerCase().includes(text) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value as JsonObject);
  return entries.flatMap(([name, each]) =>
    placesOf(text, each, path === "" ? name : `${path}.${name}`),
  );
}

/**
 * The compiled variant of an application; undefined where the flow no longer has it: no rule
 * decides then, and the application waits for staff.
 */
function knownVariant(flow: CompiledFlow, variant: Parameters<CompiledFlow["variant"]>[0]) {
  return completeVariant(flow.definition, variant) === undefined
    ? undefined
    : flow.variant(variant);
}
