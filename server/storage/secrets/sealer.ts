import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { elementName, lastOf, pathsAround, within } from "./document-path.ts";
import type { DocumentPlace, OpenedDocument } from "./opened-document.ts";
import { BOX, isTag, partOf, PLAIN, type PlaceTree } from "./place-tree.ts";
import { FORMER, type Vault } from "./vault.ts";

/** Property descriptor for a member with the prototype's name. */
export const OWN = { enumerable: true, configurable: true, writable: true };

/**
 * Seals the personal values of a document. Sealed values that could not be opened are put back
 * where they lay: a value around one is sealed part by part, and an entry of a list with one keeps
 * its id open, since their paths would change otherwise.
 */
export class Sealer {
  /** Sealed values that stay unopened, by the path of their parent. */
  private readonly kept = new Map<string, Map<string, string>>();
  /** Every path with such a value below it. */
  private readonly around = new Set<string>();
  private readonly boxes: OpenedDocument["boxes"];
  private readonly entries: OpenedDocument["entries"];

  constructor(
    private readonly place: DocumentPlace,
    private readonly vault: Vault,
    {
      unopened = [],
      boxes = new Map(),
      entries = new Map(),
    }: Partial<Pick<OpenedDocument, "unopened" | "boxes" | "entries">> = {},
  ) {
    this.boxes = boxes;
    this.entries = entries;
    for (const { path, box } of unopened) {
      const [around, name] = lastOf(`.${path}`);
      const known = this.kept.get(around) ?? new Map<string, string>();
      this.kept.set(around, known.set(name, box));
      for (const each of pathsAround(`.${path}`)) this.around.add(each);
    }
  }

  seal(value: Json, tree: PlaceTree | undefined, path: string): Json {
    const isPart = typeof value !== "object" || !this.around.has(path);
    if (tree?.whole === true && value !== null && isPart) return this.box(value, path);
    if (typeof value === "string")
      // The former format must seal a text that looks like a sealed value.
      return !this.vault.binds && value.startsWith(FORMER) ? this.box(value, path) : value;
    if (Array.isArray(value)) return this.elements(value, partOf(tree, "*"), path);
    if (typeof value !== "object" || value === null) return value;
    return this.object(value as JsonObject, (name) => partOf(tree, name), path);
  }

  members(
    value: JsonObject,
    treeOf: (name: string) => PlaceTree | undefined,
    path: string,
  ): JsonObject {
    const sealed: Record<string, Json> = Object.fromEntries(
      Object.entries(value).map(
        ([name, inner]) => [name, this.seal(inner, treeOf(name), within(path, name))] as const,
      ),
    );
    for (const [name, box] of this.keptIn(path) ?? [])
      if (!Object.hasOwn(sealed, name) || sealed[name] === null)
        Object.defineProperty(sealed, name, { ...OWN, value: this.shown(box) });
    return sealed;
  }

  private object(
    value: JsonObject,
    treeOf: (name: string) => PlaceTree | undefined,
    path: string,
  ): JsonObject {
    const sealed = this.members(value, treeOf, path);
    return this.vault.binds && isTag(sealed) ? { [PLAIN]: sealed } : sealed;
  }

  private elements(
    value: readonly Json[],
    tree: PlaceTree | undefined,
    path: string,
  ): readonly Json[] {
    const kept = this.keptIn(path);
    const sealed: Json[] = [];
    for (let next = 0; ;) {
      const box = kept?.get(String(sealed.length));
      const entry = value[next];
      if (box !== undefined) sealed.push(this.shown(box));
      else if (entry === undefined) return sealed;
      else {
        sealed.push(this.entry(entry, sealed.length, tree, path));
        next++;
      }
    }
  }

  private entry(entry: Json, index: number, tree: PlaceTree | undefined, list: string): Json {
    const name = elementName(entry, index);
    const [byName, byIndex] = [within(list, name), within(list, String(index))];
    if (byName !== byIndex && this.around.has(byName))
      return this.object(
        entry as JsonObject,
        (member) => (member === "id" ? undefined : partOf(tree, member)),
        byName,
      );
    const isNamed = tree?.whole !== true && partOf(tree, "id")?.whole !== true;
    if (isNamed && byName !== byIndex) return this.seal(entry, tree, byName);
    // Another entry has this index now: the boxes that were kept for it belong to the former one.
    if (this.around.has(byIndex) && !isSameEntry(entry, this.entries.get(byIndex)))
      return new Sealer(this.place, this.vault, { boxes: this.boxes }).seal(entry, tree, byIndex);
    return this.seal(entry, tree, byIndex);
  }

  private keptIn(path: string): ReadonlyMap<string, string> | undefined {
    return this.kept.size === 0 ? undefined : this.kept.get(path);
  }

  private box(value: Json, path: string): Json {
    const place = { ...this.place, path: path.slice(1) };
    const text = JSON.stringify(value);
    const known = this.boxes.get(place.path);
    return this.shown(
      known?.text === text && this.vault.isCurrent(known.box)
        ? known.box
        : this.vault.seal(text, place),
    );
  }

  private shown(box: string): Json {
    return this.vault.binds ? { [BOX]: box } : box;
  }
}

/** Whether an entry is the one that was read at its index: by its id, or else by all it has. */
function isSameEntry(entry: Json, former: Json | undefined): boolean {
  const [id, formerId] = [idOf(entry), idOf(former)];
  return id === undefined ? isDeepStrictEqual(entry, former) : id === formerId;
}

function idOf(entry: Json | undefined): string | undefined {
  const id = isObject(entry) ? entry["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
