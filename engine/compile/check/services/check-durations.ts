import { asList, isObject, type Json } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Parts of the definition tree that say how long something takes. */
const PARTS = ["guards", "values", "screens", "tables", "calls", "providers", "flow", "forms"];

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000] as const;

/** Warns of durations in rules and calls that are written in seconds, and read in milliseconds. */
export function checkDurations({ tree, reporter }: CheckContext): void {
  for (const part of PARTS) walk(tree[part] ?? null, `/${part}`, reporter);
}

/** The same of settings. */
export function checkConfiguredDurations({ flow, reporter }: CheckContext): void {
  walk(flow.config, "/config", reporter);
}

function walk(value: Json, pointer: string, reporter: CheckContext["reporter"]): void {
  if (Array.isArray(value)) {
    value.forEach((each: Json, index) => walk(each, `${pointer}/${index}`, reporter));
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const at = childPointer(pointer, key);
    const isAdded = key === "addMs";
    const [ms, place] = isAdded ? [asList(part)[1], `${at}/1`] : [part, at];
    if (key.endsWith("Ms") && typeof ms === "number") {
      const meant = meantFor(Math.abs(ms), isAdded);
      if (meant !== undefined && !reporter.isGenerated(place))
        reporter.at(place, {
          code: "FLOW-DURATION",
          severity: "warning",
          message: `\`${key}\` counts milliseconds: ${ms} of them are ${inWords(Math.abs(ms))}`,
          suggestion: `${Math.sign(ms) * meant} (${inWords(meant)})`,
        });
    }
    walk(part, at, reporter);
  }
}

/**
 * The milliseconds that were probably meant by a number: a whole number of days or hours in
 * seconds, or of days. Undefined for one that is likely meant as it stands.
 */
function meantFor(ms: number, isAdded: boolean): number | undefined {
  if (isAdded && ms > 0 && ms < SECOND && Number.isInteger(ms)) return ms * DAY;
  const isWholeMinutes = ms % 60_000 === 0;
  if (ms === 0 || isWholeMinutes) return undefined;
  if (ms % (DAY / SECOND) === 0) return ms * SECOND;
  const isWholeHours = ms % (HOUR / SECOND) === 0 && ms % SECOND !== 0;
  return isAdded && isWholeHours ? ms * SECOND : undefined;
}

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", 60_000],
  ["second", SECOND],
  ["millisecond", 1],
] as const;

function inWords(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= each) ?? ["millisecond", 1];
  const count = Math.round((ms / length) * 10) / 10;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
