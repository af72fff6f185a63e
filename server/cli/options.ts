import { parseArgs } from "node:util";
import { closest } from "../../engine/source/closest.ts";

/** The first word of a text; a space or a bracket ends it. */
type WordOf<Text extends string> = Text extends `${infer Before}]${string}`
  ? FirstOf<Before>
  : FirstOf<Text>;
type FirstOf<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;

/** Names of all options of a usage line. */
type Named<Usage extends string> = Usage extends `${string}--${infer Text}`
  ? WordOf<Text> | Named<Text>
  : never;

/** Names of the options that take a value: `--name VALUE`. */
type Valued<Usage extends string> = Usage extends `${string}--${infer Text}`
  ? | (Text extends `${WordOf<Text>} ${"[" | "|"}${string}`
        ? never
        : Text extends `${WordOf<Text>} ${string}`
          ? WordOf<Text>
          : never)
    | Valued<Text>
  : never;

/** The parsed arguments of a command with this usage line. */
export interface Options<Usage extends string> {
  /**
   * Values by option; the last one of a repeated option, all of a repeatable one, joined by commas.
   */
  readonly options: Partial<Readonly<Record<Valued<Usage>, string>>>;
  readonly flags: Readonly<Record<Exclude<Named<Usage>, Valued<Usage> | "json">, boolean>>;
  /** Positional arguments, in order. */
  readonly rest: readonly string[];
}

/** An option of a usage line: its name, its value, and `…` where it may stand several times. */
const OPTION = /--([\w-]+)( [^[|\]\s]+)?(\]…)?/g;

/**
 * Parses a command's arguments: `--name VALUE`, `--name=VALUE`, `--flag`, and the rest.
 *
 * @param usage says which options there are, which take a value, and how many arguments may stand
 * @throws Error for an unknown option, one without its value, or an argument too many
 */
export function readOptions<const Usage extends string>(
  args: readonly string[],
  usage: Usage,
): Options<Usage> {
  const names: string[] = [];
  const flags: string[] = [];
  const repeatable = new Set<string>();
  for (const [, name = "", value, more] of usage.matchAll(OPTION)) {
    if (name === "json") continue;
    (value === undefined ? flags : names).push(name);
    if (more !== undefined) repeatable.add(name);
  }
  // Not strict: an unknown option gets the nearest known one as a suggestion, which node:util does
  // not give.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        names.map((name) => [name, { type: "string" as const, multiple: repeatable.has(name) }]),
      ),
      ...Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }])),
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === "option") refuseWrong(token, { names, flags });
  const surplus = positionals[mostArguments(usage)];
  if (surplus !== undefined)
    throw new Error(`"${surplus}" is one argument too many; the usage is foyer ${usage}`);
  return {
    options: Object.fromEntries(
      names.flatMap((name) => {
        const value: unknown = values[name];
        const text = Array.isArray(value) ? value.join(",") : value;
        return typeof text === "string" ? [[name, text]] : [];
      }),
    ) as Options<Usage>["options"],
    flags: Object.fromEntries(
      flags.map((flag) => [flag, values[flag] === true]),
    ) as Options<Usage>["flags"],
    rest: positionals,
  };
}

/**
 * The most arguments beside options that a usage line has room for: `[FLOW] PATH [--locale CODE]`
 * has two, `FILE…` any number.
 */
export function mostArguments(usage: string): number {
  let text = usage;
  for (let before = ""; before !== text;) {
    before = text;
    // An option in brackets, the innermost first.
    text = text.replaceAll(/\[--[^[\]]*\]…?/g, "");
  }
  const [command = ""] = usage.split(" ", 1);
  const ways = text.replaceAll(/--[\w-]+( (?!\|)\S+)?/g, "").split(" | ");
  return ways.some((way) => way.includes("…"))
    ? Infinity
    : Math.max(
        ...ways.map(
          (way) => way.split(" ").filter((word) => word !== "" && word !== command).length,
        ),
      );
}

/** @throws Error on an unknown option, an option without its value, a flag with one */
function refuseWrong(
  {
    name,
    rawName,
    value,
  }: { readonly name: string; readonly rawName: string; readonly value?: string },
  { names, flags }: { readonly names: readonly string[]; readonly flags: readonly string[] },
): void {
  const known = [...new Set([...names, ...flags].map((each) => `--${each}`))];
  if (rawName !== `--${name}` || !known.includes(rawName)) {
    const meant = closest(rawName, known);
    const hint =
      meant !== undefined
        ? `; did you mean ${meant}?`
        : known.length === 0
          ? "; there are --json and --help"
          : `; there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
    throw new Error(`there is no option ${rawName}${hint}`);
  }
  if (names.includes(name) && value === undefined) throw new Error(`${rawName} needs a value`);
  if (flags.includes(name) && value !== undefined) throw new Error(`${rawName} takes no value`);
}
