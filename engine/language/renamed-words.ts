/** Words of the language that have another name now, by the old name. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  says: ["description", "chosen"],
  thing: ["resource"],
  passOver: ["skip"],
  "x-asked-while": ["x-when"],
  "x-offered-while": ["x-offered"],
};

/** The present name of an old word where one of `known` is it; undefined for a word that never was. */
export function presentWord(name: string, known: readonly string[]): string | undefined {
  return Object.hasOwn(RENAMED, name)
    ? RENAMED[name]?.find((word) => known.includes(word))
    : undefined;
}
