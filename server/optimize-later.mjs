// @ts-check
import { setFlagsFromString } from "node:v8";

/**
 * The option of each version of V8 that says how often a function runs before V8 optimizes it: V8's
 * own value, and ten times of it. A version that is not named here keeps its own.
 *
 * @type {Readonly<Record<string, { readonly option: string; readonly own: number; readonly late: number }>>}
 */
const OPTIONS = {
  11: { option: "--interrupt-budget", own: 67_584, late: 600_000 },
  12: { option: "--invocation-count-for-turbofan", own: 3000, late: 30_000 },
  13: { option: "--invocation-count-for-turbofan", own: 3000, late: 30_000 },
};

/**
 * Has V8 optimize functions later. A check of definitions runs much code a few times: optimizing it
 * early took two fifths of its processor time.
 *
 * @returns sets V8's own value again, for a process that goes on to serve
 */
export function optimizeLater() {
  const [major = ""] = process.versions.v8.split(".");
  const known = OPTIONS[major];
  if (known === undefined) return () => {};
  setFlagsFromString(`${known.option}=${known.late}`);
  return () => setFlagsFromString(`${known.option}=${known.own}`);
}
