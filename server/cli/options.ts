import { parseArgs } from "node:util";
import { closest } from "../../engine/source/closest.ts";

/** The parsed arguments of a command. */
export interface Options<Name extends string, Flag extends string> {
  /**
   * Values by option; the last one of a repeated option, all of a repeatable one, joined by commas.
   */
  readonly options: Partial<Readonly<Record<Name, string>>>;
  readonly flags: Readonly<Record<Flag, boolean>>;
  /** Positional arguments, in order. */
  readonly rest: readonly string[];
}

/** Options that may stand several times. */
const REPEATABLE: ReadonlySet<string> = new Set(["axis"]);

/**
 * Parses a command's arguments: `--name VALUE`, `--name=VALUE`, `--flag`, and the rest.
 *
 * @param names options with a value
 * @param flags options without one
 * @throws Error for an unknown option, or one without its value
 */
export function readOptions<Name extends string, Flag extends string = never>(
  args: readonly string[],
  names: readonly Name[],
  flags: readonly Flag[] = [],
): Options<Name, Flag> {
  // Not strict: an unknown option gets the nearest known one as a suggestion, which node:util does
  // not give.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(
        names.map((name) => [name, { type: "string" as const, multiple: REPEATABLE.has(name) }]),
      ),
      ...Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }])),
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === "option") refuseWrong(token, { names, flags });
  return {
    options: Object.fromEntries(
      names.flatMap((name) => {
        const value: unknown = values[name];
        const text = Array.isArray(value) ? value.join(",") : value;
        return typeof text === "string" ? [[name, text]] : [];
      }),
    ) as Partial<Record<Name, string>>,
    flags: Object.fromEntries(flags.map((flag) => [flag, values[flag] === true])) as Record<
      Flag,
      boolean
    >,
    rest: positionals,
  };
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
  const known = [...names, ...flags].map((each) => `--${each}`);
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
