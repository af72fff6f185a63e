import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import type { Collection } from "../rules/collection.ts";
import { contentOf, type DefinitionFile } from "./flow-sources.ts";

/**
 * Reads a flow's catalogue: lists of one name become one collection, over all files. Members of a
 * file beside its lists are defaults of its entries.
 */
export function readCollections(files: readonly DefinitionFile[]): {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly problems: readonly DefinitionProblem[];
} {
  const collections = new Map<
    string,
    { readonly members: Set<string>; readonly things: Map<string, JsonObject> }
  >();
  const problems: DefinitionProblem[] = [];
  for (const file of files.filter(({ kind }) => kind === "catalogue")) {
    const content = contentOf(file);
    const shared = Object.fromEntries(
      Object.entries(content).filter(([, value]) => !Array.isArray(value)),
    );
    for (const [name, things] of listsOf(content)) {
      const collection = collections.get(name) ?? { members: new Set(), things: new Map() };
      collections.set(name, collection);
      for (const [index, own] of things.entries()) {
        const id = String(own["id"]);
        if (collection.things.has(id)) problems.push(repeated(file, `/${name}/${index}/id`, id));
        const thing = { ...shared, ...own };
        collection.things.set(id, thing);
        for (const member of Object.keys(thing)) collection.members.add(member);
      }
    }
  }
  return { collections, problems };
}

/** The lists of a file whose entries are objects; the shape check reports others. */
function listsOf(content: JsonObject): readonly (readonly [string, readonly JsonObject[]])[] {
  return Object.entries(content).flatMap(([name, list]) =>
    Array.isArray(list) ? [[name, list.filter((entry: Json) => isObject(entry))] as const] : [],
  );
}

function repeated({ document }: DefinitionFile, pointer: string, id: string): DefinitionProblem {
  return {
    code: "FLOW-CATALOGUE-ID",
    severity: "error",
    message: `Two things of the catalogue have the id "${id}"`,
    file: document.path,
    ...document.locate(pointer),
  };
}
