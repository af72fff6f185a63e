/** Renamed words of the language, by the old name. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  says: ["description", "chosen"],
  thing: ["resource"],
  passOver: ["skip"],
  variants: ["axes"],
  layers: ["axes"],
  "x-asked-while": ["x-when"],
  "x-offered-while": ["x-offered"],
};

/**
 * The present name of an old word, if `known` has it; undefined for a name that was never a word.
 */
export function presentWord(name: string, known: readonly string[]): string | undefined {
  return Object.hasOwn(RENAMED, name)
    ? RENAMED[name]?.find((word) => known.includes(word))
    : undefined;
}

/** Renamed roots of the paths that rules read, by the old name. */
const RENAMED_ROOTS: Readonly<Record<string, string>> = { heard: "received" };

/**
 * The present form of a path with a renamed root: `heard.key` is `received.key`; else undefined.
 */
export function presentPath(path: string): string | undefined {
  const [root = "", ...rest] = path.split(".");
  return Object.hasOwn(RENAMED_ROOTS, root) ? [RENAMED_ROOTS[root], ...rest].join(".") : undefined;
}
