import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { elementName, within } from "./document-path.ts";
import { keptBelow, keptInList, keptTree, type KeptNode } from "./kept-boxes.ts";
import { movedBox } from "./moved-box.ts";
import type { DocumentPlace, KeptBox, OpenedDocument } from "./opened-document.ts";
import { BOX, isTag, partOf, PLAIN, type PlaceTree } from "./place-tree.ts";
import { FORMER, type Vault } from "./vault.ts";

/** Property descriptor for a member with the prototype's name. */
export const OWN = { enumerable: true, configurable: true, writable: true };

/** The place of a value in its document. */
interface ValuePlace {
  /** With a dot before it. */
  readonly path: string;
  /** The values in it that could not be opened, with the place that it was read from. */
  readonly kept: KeptNode | undefined;
}

/**
 * Seals the personal values of a document. Sealed values that could not be opened are put back
 * where they lay: a value around one is sealed part by part, and an entry of a list with one keeps
 * its id open, since its path would change otherwise. In a list they follow their entry; one that
 * is an entry itself keeps its index, or comes last in a list that is shorter now.
 */
export class Sealer {
  private readonly kept: KeptNode | undefined;
  private readonly boxes: OpenedDocument["boxes"];

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
    this.kept = keptTree({ unopened, entries });
  }

  /** Seals a document. */
  document(value: JsonObject, tree: PlaceTree): JsonObject {
    return this.members(value, tree, { path: "", kept: this.kept });
  }

  /** Seals a value of a document. @param path with a dot before it */
  value(value: Json, tree: PlaceTree | undefined, path: string): Json {
    return this.seal(value, tree, { path, kept: keptBelow(this.kept, path) });
  }

  private seal(value: Json, tree: PlaceTree | undefined, at: ValuePlace): Json {
    const isPart = typeof value !== "object" || (at.kept?.members.size ?? 0) === 0;
    if (tree?.whole === true && value !== null && isPart) return this.box(value, at.path);
    if (typeof value === "string")
      // The former format must seal a text that looks like a sealed value.
      return !this.vault.binds && value.startsWith(FORMER) ? this.box(value, at.path) : value;
    if (Array.isArray(value)) return this.elements(value, tree, at);
    if (typeof value !== "object" || value === null) return value;
    return this.object(value as JsonObject, tree, at);
  }

  private members(
    value: JsonObject,
    tree: PlaceTree | undefined,
    { path, kept }: ValuePlace,
    open?: string,
  ): JsonObject {
    const sealed: Record<string, Json> = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const at = { path: within(path, name), kept: kept?.members.get(name) };
        return [
          name,
          this.seal(inner, name === open ? undefined : partOf(tree, name), at),
        ] as const;
      }),
    );
    for (const [name, { box }] of kept?.members ?? [])
      if (box !== undefined && (!Object.hasOwn(sealed, name) || sealed[name] === null))
        Object.defineProperty(sealed, name, {
          ...OWN,
          value: this.putBack(box, within(path, name)),
        });
    return sealed;
  }

  /** @param open a member that stays open */
  private object(
    value: JsonObject,
    tree: PlaceTree | undefined,
    at: ValuePlace,
    open?: string,
  ): JsonObject {
    const sealed = this.members(value, tree, at, open);
    return this.vault.binds && isTag(sealed) ? { [PLAIN]: sealed } : sealed;
  }

  private elements(
    value: readonly Json[],
    tree: PlaceTree | undefined,
    { path, kept }: ValuePlace,
  ): readonly Json[] {
    const { places, whole } = keptInList(value, kept);
    const sealed: Json[] = [];
    for (let [next, back] = [0, 0]; ;) {
      const index = sealed.length;
      const [entry, box] = [value[next], whole[back]];
      if (box !== undefined && (entry === undefined || box.index <= index)) {
        sealed.push(this.putBack(box, within(path, String(index))));
        back++;
      } else if (entry === undefined) return sealed;
      else {
        sealed.push(this.entry(entry, index, partOf(tree, "*"), { path, kept: places[next] }));
        next++;
      }
    }
  }

  /** @param at the place of the list, with the values of the entry that could not be opened */
  private entry(
    entry: Json,
    index: number,
    tree: PlaceTree | undefined,
    { path: list, kept }: ValuePlace,
  ): Json {
    const name = elementName(entry, index);
    if (kept?.name === name && name !== String(index))
      return this.object(entry as JsonObject, tree, { path: within(list, name), kept }, "id");
    const isNamed = tree?.whole !== true && partOf(tree, "id")?.whole !== true;
    return this.seal(entry, tree, { path: within(list, isNamed ? name : String(index)), kept });
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

  private putBack({ box, from }: KeptBox, path: string): Json {
    return this.shown(movedBox(box, from, path.slice(1)));
  }

  private shown(box: string): Json {
    return this.vault.binds ? { [BOX]: box } : box;
  }
}
