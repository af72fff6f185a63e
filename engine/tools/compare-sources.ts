import {
  contentOf,
  patternLibraryOf,
  readFlowFiles,
  type DefinitionFile,
} from "../compile/flow-sources.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";

/** A value that differs between two versions; absent on the side without it. */
export interface ValueChange {
  /** `copy`: a text; `config`: a setting, such as a price; `flag`: the default of a flag. */
  readonly kind: "copy" | "config" | "flag";
  /**
   * `en-US screens.confirm.title`, `feeMinor`; for a value of an overlay with its name in front.
   */
  readonly key: string;
  readonly from?: Json;
  readonly to?: Json;
}

/** A screen that one of two versions alone has. */
export interface ScreenChange {
  readonly name: string;
  readonly change: "added" | "removed";
  /** Texts in all languages. */
  readonly texts: number;
}

/** The changes between two versions' files. */
export interface SourceChanges {
  /** Pattern libraries that one version alone uses; their texts and files are not listed. */
  readonly libraries: readonly { readonly name: string; readonly change: "added" | "removed" }[];
  /** Screens that one version alone has, by how many texts they have; those are not listed. */
  readonly screens: readonly ScreenChange[];
  readonly values: readonly ValueChange[];
  /** Other files with changed content; comments alone do not count. */
  readonly files: readonly string[];
}

/**
 * Compares the files of two versions by content: comments, order of lines and quotes do not count.
 */
export function compareSources(before: Sources, after: Sources, flow: string): SourceChanges {
  const libraries = compareLibraries(before, after);
  const whole = new Set(libraries.map(({ name }) => name));
  const paths = new Set(
    [...before.keys(), ...after.keys()].filter(
      (path) => before.get(path) !== after.get(path) && !whole.has(patternLibraryOf(path) ?? ""),
    ),
  );
  const read = (sources: Sources) =>
    readFlowFiles(new Map([...sources].filter(([path]) => paths.has(path))), flow);
  const [was, is] = [read(before), read(after)];
  const [oldValues, newValues] = [valuesOf(was), valuesOf(is)];
  const screens = compareScreens(before, after, flow);
  const own = new Set(screens.map(({ name }) => name));
  const changes = [...new Set([...oldValues.keys(), ...newValues.keys()])]
    .toSorted()
    .flatMap((name): ValueChange[] => {
      const [from, to] = [oldValues.get(name), newValues.get(name)];
      if (JSON.stringify(from?.value) === JSON.stringify(to?.value)) return [];
      const { kind, key } = to ?? from ?? { kind: "config", key: name };
      return [
        {
          kind,
          key,
          from: from?.value,
          to: to?.value,
        },
      ];
    });
  const isOfScreen = ({ kind, key }: ValueChange, name?: string): boolean => {
    const screen = kind === "copy" ? /^\S+ screens\.([^.]+)\./.exec(key)?.[1] : undefined;
    return name === undefined ? own.has(screen ?? "") : screen === name;
  };
  const texts = (files: readonly DefinitionFile[]) =>
    new Map(
      files.flatMap((file) => {
        const rest = restOf(file);
        return rest === null ? [] : [[file.document.path, JSON.stringify(rest)]];
      }),
    );
  const [oldTexts, newTexts] = [texts(was), texts(is)];
  return {
    libraries,
    screens: screens.map((screen) => ({
      ...screen,
      texts: changes.filter((change) => isOfScreen(change, screen.name)).length,
    })),
    values: changes.filter((change) => !isOfScreen(change)),
    files: [...paths].filter((path) => oldTexts.get(path) !== newTexts.get(path)).toSorted(),
  };
}

/** The pattern libraries that one of two versions alone uses. */
function compareLibraries(before: Sources, after: Sources): SourceChanges["libraries"] {
  const librariesOf = (sources: Sources) =>
    new Set([...sources.keys()].flatMap((path) => patternLibraryOf(path) ?? []));
  const [was, is] = [librariesOf(before), librariesOf(after)];
  return [...new Set([...was, ...is])].toSorted().flatMap((name) => {
    if (was.has(name) && is.has(name)) return [];
    return [{ name, change: is.has(name) ? ("added" as const) : ("removed" as const) }];
  });
}

/** The screens that one of two versions of a flow alone has. */
function compareScreens(
  before: Sources,
  after: Sources,
  flow: string,
): readonly Omit<ScreenChange, "texts">[] {
  const folder = `flows/${flow}/screens/`;
  const screensOf = (sources: Sources) =>
    new Set(
      [...sources.keys()].flatMap((path) =>
        path.startsWith(folder) ? [path.slice(folder.length).replace(/\.yaml$/, "")] : [],
      ),
    );
  const [was, is] = [screensOf(before), screensOf(after)];
  return [...new Set([...was, ...is])].toSorted().flatMap((name) => {
    if (was.has(name) && is.has(name)) return [];
    return [{ name, change: is.has(name) ? ("added" as const) : ("removed" as const) }];
  });
}

interface Value {
  readonly kind: ValueChange["kind"];
  readonly key: string;
  readonly value: Json;
}

function valuesOf(files: readonly DefinitionFile[]): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const collect = (kind: Value["kind"], key: string, value: Json | undefined): void => {
    if (isObject(value))
      for (const [name, inner] of Object.entries(value))
        collect(kind, key === "" || key.endsWith(" ") ? `${key}${name}` : `${key}.${name}`, inner);
    else if (value !== undefined) found.set(`${kind} ${key}`, { kind, key, value });
  };
  for (const file of files) {
    const content = contentOf(file);
    if (file.kind === "copy")
      collect("copy", `${file.locale ?? ""} ${(file.prefix ?? []).join(".")}`, content);
    if (file.kind === "config") collect("config", "", content);
    if (file.kind === "flags")
      for (const [name, flag] of Object.entries(content["flags"] ?? {}))
        collect("flag", name, isObject(flag) ? flag["default"] : flag);
    if (file.kind !== "overlay") continue;
    const where = `${(file.prefix ?? []).join("/")} `;
    collect("config", where, content["config"]);
    collect("flag", where, content["flags"]);
    if (isObject(content["copy"]))
      for (const [locale, copy] of Object.entries(content["copy"]))
        collect("copy", `${where}${locale} `, copy);
  }
  return found;
}

/** The content of a file without the values that are compared one by one. */
function restOf(file: DefinitionFile): Json {
  const content = contentOf(file);
  if (file.kind === "copy" || file.kind === "config") return null;
  if (file.kind === "flags")
    return Object.fromEntries(
      Object.entries(content["flags"] ?? {}).map(([name, flag]) => [
        name,
        isObject(flag) ? { ...flag, default: null } : null,
      ]),
    );
  if (file.kind === "overlay") return { ...content, config: null, flags: null, copy: null };
  return file.document.value ?? null;
}
