/** Reads a command's arguments: options that take a value, and the rest. Throws on an option that the command does not have. */
export function readOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { readonly options: Partial<Readonly<Record<Name, string>>>; readonly rest: readonly string[] } {
  const options: Partial<Record<Name, string>> = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [arg, attached] = splitOnce(args[at] ?? "");
    if (!arg.startsWith("--")) {
      rest.push(args[at] ?? "");
      continue;
    }
    const name = names.find((each) => arg === `--${each}`);
    if (name === undefined)
      throw new Error(
        `there is no option ${arg}; there are ${names.map((each) => `--${each}`).join(", ")}`,
      );
    const value = attached ?? args[++at];
    if (value === undefined) throw new Error(`${arg} wants a value`);
    options[name] = value;
  }
  return { options, rest };
}

function splitOnce(arg: string): [string, string?] {
  const at = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return at < 0 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}
