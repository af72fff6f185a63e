import { axesOf, type FlowAxes } from "../../engine/language/axes.ts";
import { closest } from "../../engine/source/closest.ts";

/**
 * Reads the values of `--axis NAME=VALUE`, of several parted by commas.
 *
 * @param text the option's value; undefined without the option
 * @returns the value of each axis that was named
 * @throws Error on an axis or a value that the flow does not have
 */
export function readAxes(
  flow: FlowAxes,
  text: string | undefined,
): Readonly<Record<string, string>> {
  const axes = new Map(axesOf(flow));
  const named: Record<string, string> = {};
  for (const each of (text ?? "").split(",").filter((part) => part !== "")) {
    const [, name = "", value = ""] = /^([^=]+)=(.+)$/.exec(each) ?? [];
    const axis = axes.get(name);
    if (axis === undefined)
      throw new Error(
        axes.size === 0
          ? `the flow has no axes; leave --axis ${each} out`
          : `the flow has no axis "${name === "" ? each : name}"; ${hint(name, [...axes.keys()])}: --axis NAME=VALUE`,
      );
    const values = Object.keys(axis.values ?? {});
    if (axis.path === undefined && !values.includes(value))
      throw new Error(`the axis ${name} has no value "${value}"; ${hint(value, values)}`);
    named[name] = value;
  }
  return named;
}

function hint(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  return meant === undefined ? `there are ${known.join(", ")}` : `did you mean ${meant}?`;
}
