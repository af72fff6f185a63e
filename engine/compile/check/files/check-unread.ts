import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { READ_BY_NAME } from "./check-settings.ts";
import { memoize } from "../../../language/memoize.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";

/** Parts of the definitions that hold switches and settings, or describe them, and read none. */
const HOLDERS = new Set(["config", "configSchema", "flags", "flagDefinitions", "state"]);

/** What an entry of a part reads. */
const readsOf = memoize((entry: JsonObject): ReadonlySet<string> => {
  const reads = new Set<string>();
  gather(entry, reads);
  return reads;
});

/**
 * Reports flags and settings that nothing reads: changing one has no effect. The configuration
 * schema marks a setting that something outside the flow reads with `x-read-by`.
 */
export class UnreadCheck implements FlowWideCheck {
  /** What the variants read of their switches and settings, as `config.pollEveryMs`. */
  private readonly reads = new Set<string>();

  gather({ tree }: CheckContext): void {
    for (const [part, value] of Object.entries(tree)) {
      if (HOLDERS.has(part)) continue;
      for (const entry of Object.values(asObject(value))) {
        if (!isObject(entry)) gather(entry, this.reads);
        else for (const read of readsOf(entry)) this.reads.add(read);
      }
    }
  }

  check({ tree, reporter }: CheckContext): void {
    const { reads } = this;
    for (const name of Object.keys(asObject(tree["flagDefinitions"]))) {
      if (!isRead(["flags", name], reads))
        reporter.at(`/flagDefinitions/${name}`, {
          code: "FLOW-UNREAD",
          severity: "warning",
          message: `Nothing reads the flag "${name}": it changes nothing`,
        });
    }
    const [settings, schema] = [asObject(tree["config"]), asObject(tree["configSchema"])];
    for (const path of unread(settings, schema, ["config"], reads)) {
      const name = path.slice(1).join(".");
      reporter.at(`/${path.join("/")}`, {
        code: "FLOW-UNREAD",
        severity: "warning",
        message: `Nothing reads the setting "${name}": it changes nothing`,
      });
    }
  }
}

/** Rules name the values they read as text, at any place. */
function gather(value: Json, reads: Set<string>): void {
  if (typeof value === "string") {
    // A path that a rule completes, as by a choice, reads everything below.
    if (/^(?:config|flags)(?:\.|$)/.test(value)) reads.add(value.replace(/\.$/, ""));
  } else if (Array.isArray(value)) for (const inner of value) gather(inner, reads);
  else if (isObject(value)) for (const inner of Object.values(value)) gather(inner, reads);
}

function unread(
  settings: JsonObject,
  schema: JsonObject,
  path: readonly string[],
  reads: ReadonlySet<string>,
): (readonly string[])[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const here = [...path, name];
    const own = asObject(asObject(schema["properties"])[name]);
    if (
      own["x-read-by"] !== undefined ||
      (path.length === 1 && READ_BY_NAME.includes(name)) ||
      isRead(here, reads)
    )
      return [];
    const below = `${here.join(".")}.`;
    if (isObject(value) && [...reads].some((read) => read.startsWith(below)))
      return unread(value, own, here, reads);
    return [here];
  });
}

/** Whether a place, or something it lies in, is read. */
function isRead(path: readonly string[], reads: ReadonlySet<string>): boolean {
  return path.some((_, at) => reads.has(path.slice(0, at + 1).join(".")));
}
