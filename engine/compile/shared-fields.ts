import { memoizeLatest } from "../language/memoize.ts";
import { asObject, type JsonObject } from "../language/json.ts";
import type { SourceDocument } from "../source/read-yaml.ts";
import { contentOf, type DefinitionFile } from "./flow-sources.ts";

/** The fields that forms may use by name, and the files that have them. */
export interface SharedFields {
  /** The flow's own by name, those of a pattern library as LIBRARY/NAME. */
  readonly fields: JsonObject;
  readonly own?: SourceDocument;
  readonly libraries: ReadonlyMap<string, SourceDocument>;
}

/** The results for the content of some files: the same object for equal content. */
const known = memoizeLatest<JsonObject, SharedFields>();

/** No file shares a field. */
const NONE: SharedFields = { fields: {}, libraries: new Map() };

/** The shared fields of a flow. */
export function sharedFieldsOf(files: readonly DefinitionFile[]): SharedFields {
  const sharing = files.filter(({ kind }) => kind === "fields" || kind === "pattern");
  const contents = sharing.map((file) => contentOf(file));
  const [first] = contents;
  if (first === undefined) return NONE;
  return known(first, contents, () => ({
    fields: Object.fromEntries(
      sharing.flatMap((file) =>
        Object.entries(asObject(contentOf(file)["fields"])).map(([name, field]) => [
          file.kind === "fields" ? name : `${file.name}/${name}`,
          field,
        ]),
      ),
    ),
    own: sharing.find(({ kind }) => kind === "fields")?.document,
    libraries: new Map(
      sharing.flatMap(({ kind, name, document }) =>
        kind === "pattern" ? [[name, document] as const] : [],
      ),
    ),
  }));
}

/**
 * The place of a shared field.
 *
 * @param pointer `/fields/NAME…`, or `/fields/LIBRARY/NAME…` of a library's
 */
export function sharedOrigin(
  pointer: string | undefined,
  { own, libraries }: SharedFields,
): readonly { readonly document: SourceDocument; readonly from: string }[] {
  if (pointer === undefined) return [];
  const [, , library = "", name = "", ...rest] = pointer.split("/");
  const document = name === "properties" ? undefined : libraries.get(library);
  if (document !== undefined) return [{ document, from: ["/fields", name, ...rest].join("/") }];
  return own === undefined ? [] : [{ document: own, from: pointer }];
}
