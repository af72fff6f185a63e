import { closest } from "../../engine/source/closest.ts";

/**
 * The error for a name that is not known: with the one that was probably meant, or with all that
 * there are.
 *
 * @param kind such as `flow` or `fixture`
 */
export function noSuch(kind: string, name: string, known: Iterable<string>): Error {
  const names = [...known];
  const meant = closest(name, names);
  const hint =
    meant !== undefined
      ? `did you mean ${meant}?`
      : names.length === 0
        ? "there is none"
        : `there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`;
  return new Error(`there is no ${kind} ${name}; ${hint}`);
}

/**
 * The flow of an argument; without one the only flow.
 *
 * @throws Error where the argument names none, or is needed
 */
export function chooseFlow(flows: readonly string[], name: string | undefined): string {
  const [only, ...others] = flows;
  if (name === undefined && only !== undefined && others.length === 0) return only;
  if (name === undefined)
    throw new Error(
      only === undefined ? "there is no flow" : `FLOW is missing; there are ${flows.join(", ")}`,
    );
  if (!flows.includes(name)) throw noSuch("flow", name, flows);
  return name;
}

/** The named flows, or all. @throws Error where a name is no flow's */
export function chooseFlows(flows: readonly string[], names: readonly string[]): readonly string[] {
  return names.length === 0 ? flows : names.map((name) => chooseFlow(flows, name));
}
