import { childPointer } from "../../../source/json-pointer.ts";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { findRunaway } from "./check-patterns.ts";
import { patternsIn } from "../../mistakes/patterns.ts";
import { mendShape } from "./mend-shape.ts";
import type { ShapeMistake } from "./shape-mistake.ts";
import { WRITTEN } from "./written-shapes.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { closest } from "../../../source/closest.ts";
import { presentWord } from "../../../language/renamed-words.ts";
import type { DefinitionFile } from "../../flow-sources.ts";
import type { Json, JsonObject } from "../../../language/json.ts";
import type { SourceDocument } from "../../../source/read-yaml.ts";
import type { Sources } from "../../../language/sources.ts";
import { compileSchema, schemaCompiler } from "../../../validate/json-schema.ts";

const OPTIONS = {
  strict: false,
  allErrors: true,
  verbose: true,
  validateFormats: false,
  // A file is checked once: shorter code is not worth the time that it takes to write.
  code: { optimize: false },
} as const;

/**
 * Validators of meta-schemas by their text: they belong to the code, and every compilation uses the
 * same ones.
 */
const compiledMetaSchemas = new Map<string, ValidateFunction>();

function validatorOf(schema: JsonObject): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = compiledMetaSchemas.get(key) ?? compileSchema(schemaCompiler(OPTIONS), schema);
  if (compiledMetaSchemas.size > 200) compiledMetaSchemas.clear();
  compiledMetaSchemas.set(key, validate);
  return validate;
}

/**
 * Checks files against the meta-schemas of the language. A file that is no part of the language is
 * checked against the schema it names itself; one of the catalogue against both.
 */
export class ShapeCheck {
  private readonly ajv = schemaCompiler(OPTIONS);
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly named = new Map<string, ValidateFunction | UnusableSchema>();
  private readonly found = new WeakMap<SourceDocument, readonly DefinitionProblem[]>();
  private readonly meant = new WeakMap<SourceDocument, SourceDocument | undefined>();

  /**
   * @param schemas other schemas, as text by path: what attachments may name on their first line
   */
  constructor(
    private readonly metaSchemas: ReadonlyMap<string, JsonObject>,
    private readonly schemas: Sources = new Map(),
  ) {}

  /** The problems of a file against the schema of its kind, or the one that it names. */
  problemsOf(file: DefinitionFile): readonly DefinitionProblem[] {
    const known = this.found.get(file.document) ?? this.findProblems(file);
    this.found.set(file.document, known);
    return known;
  }

  private findProblems(file: DefinitionFile): readonly DefinitionProblem[] {
    const { kind, document } = file;
    if (document.value === undefined) return document.problems;
    const misfits = kind === "attachment" ? [] : misfitsOf(file, this.validatorOfKind(kind));
    // Things of the catalogue have members of the flow's own.
    const isOpen = kind === "attachment" || kind === "catalogue";
    const own = isOpen && misfits.length === 0 ? misfitsOf(file, this.namedBy(file)) : [];
    return [...document.problems, ...misfits, ...own];
  }

  /** The mistakes in a value that several files make up; pointers lead from its own root. */
  mistakesIn(kind: string, value: Json): readonly ShapeMistake[] {
    const validate = this.validatorOfKind(kind);
    return validate === undefined || validate(value)
      ? []
      : mostSpecific(validate.errors ?? []).map(mistakeOf);
  }

  /**
   * A misshapen file as its author probably meant it, so that the other mistakes of its flow can be
   * found; undefined for one that cannot be read.
   */
  mended(file: DefinitionFile): DefinitionFile | undefined {
    const { kind, document } = file;
    if (document.value === undefined || kind === "attachment") return undefined;
    if (!this.meant.has(document)) {
      const value = mendShape(document.value, (each) => this.mistakesIn(kind, each));
      this.meant.set(document, value === undefined ? undefined : { ...document, value });
    }
    const mended = this.meant.get(document);
    return mended === undefined ? undefined : { ...file, document: mended };
  }

  /** The validator of a kind of file, compiled when the first one is checked. */
  private validatorOfKind(kind: string): ValidateFunction | undefined {
    const known = this.validators.get(kind);
    const schema = this.metaSchemas.get(kind);
    if (known !== undefined || schema === undefined) return known;
    const validate = validatorOf(schema);
    this.validators.set(kind, validate);
    return validate;
  }

  /** The validator of the schema of its flow that a file names; undefined where it names none. */
  private namedBy({
    document: { path, text },
  }: DefinitionFile): ValidateFunction | UnusableSchema | undefined {
    const named = schemaNamed(path, text);
    // Schemas of the language are for its own kinds of files.
    if (
      named === undefined ||
      !named.startsWith("schemas/") ||
      named.startsWith("schemas/definition/")
    )
      return undefined;
    const known = this.named.get(named) ?? this.compileValidator(named);
    this.named.set(named, known);
    return known;
  }

  private compileValidator(path: string): ValidateFunction | UnusableSchema {
    const text = this.schemas.get(path);
    if (text === undefined)
      return {
        code: "FLOW-SCHEMA",
        message: `There is no ${path}`,
        suggestion: closest(path, this.schemas.keys()),
      };
    try {
      const schema = JSON.parse(text) as JsonObject;
      const why = patternsIn(schema)
        .map(({ pattern }) => findRunaway(pattern))
        .find((each) => each !== undefined);
      if (why !== undefined)
        return {
          code: "FLOW-PATTERN-RUNAWAY",
          message: `A pattern of ${path} can run away on a text made for it: ${why.reason}`,
          suggestion: why.instead,
        };
      return compileSchema(this.ajv, schema);
    } catch (error) {
      return {
        code: "FLOW-SCHEMA",
        message: `${path} is not a JSON Schema: ${(error as Error).message}`,
      };
    }
  }
}

/** The problems of a file against a schema. */
function misfitsOf(
  { document }: DefinitionFile,
  validate: ValidateFunction | UnusableSchema | undefined,
): readonly DefinitionProblem[] {
  if (validate === undefined) return [];
  if (typeof validate !== "function")
    return [{ severity: "error", ...validate, file: document.path, line: 1, column: 1 }];
  if (validate(document.value)) return [];
  return mostSpecific(validate.errors ?? []).map((error) => {
    const { message, about, pointer, suggestion } = mistakeOf(error);
    return {
      code: "FLOW-SHAPE",
      severity: "error",
      message,
      about,
      file: document.path,
      ...document.locate(pointer),
      suggestion,
    };
  });
}

/** Why a file cannot be checked. */
interface UnusableSchema {
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** The schema a file asks editors to check it against, by its path in the project. */
export function schemaNamed(path: string, text: string): string | undefined {
  const named = /^# yaml-language-server: \$schema=(\S+)/.exec(text)?.[1];
  if (named === undefined || !URL.canParse(named, `file:///${path}`)) return undefined;
  const { protocol, pathname } = new URL(named, `file:///${path}`);
  return protocol === "file:" ? pathname.slice(1) : undefined;
}

/** Drops what only says that a branch was not taken, when a deeper error tells why. */
function mostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = new Set(
    errors
      .filter(({ keyword }) => COMBINATORS.has(keyword))
      .map(({ instancePath }) => instancePath),
  );
  const telling = errors.filter(({ keyword }) => !COMBINATORS.has(keyword) && keyword !== "if");
  // What is wrong within the branch that a value belongs to says more than "not of another branch".
  const taken = telling.filter(
    ({ keyword, instancePath }) =>
      !((keyword === "type" || keyword === "const") && unions.has(instancePath)),
  );
  return joinedTypes(
    withoutChoices(taken.length > 0 ? taken : telling.length > 0 ? telling : errors),
  );
}

/** Joins the types that a value may have, of which it has none, into one mistake. */
function joinedTypes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isType = ({ keyword }: ErrorObject) => keyword === "type";
  return errors.flatMap((error): readonly ErrorObject[] => {
    if (!isType(error)) return [error];
    const group = errors.filter(
      (other) => isType(other) && other.instancePath === error.instancePath,
    );
    const type = [...new Set(group.flatMap(({ params }) => typesIn(params)))];
    return group[0] === error ? [{ ...error, params: { type } }] : [];
  });
}

function typesIn(params: object): readonly string[] {
  return [(params as { readonly type?: string | readonly string[] }).type ?? []].flat();
}

/** Types of JSON in words, as a value that has to be one. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "a map of names",
  array: "a list",
  null: "empty",
};

/** A value of another type than its place takes, with what belongs there. */
function wrongType({ data, params, parentSchema }: ErrorObject, where: string): string {
  const wanted = typesIn(params).map((type) => TYPE_WORDS[type] ?? type);
  const given = TYPE_WORDS[data === null ? "null" : Array.isArray(data) ? "array" : typeof data];
  const described: unknown = parentSchema?.["description"];
  const [meaning] = typeof described === "string" ? described.split(/(?<=\.)\s/) : [];
  return `${where} is ${typeof data === "boolean" ? String(data) : (given ?? "something else")}, and has to be ${wanted.join(" or ")}${meaning === undefined ? "" : `: ${meaning.replace(/\.$/, "")}`}`;
}

/** Joins missing members of which one would do into one mistake, at the first of them. */
function withoutChoices(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.flatMap((error): readonly ErrorObject[] => {
    if (!isChoice(error)) return [error];
    const group = errors.filter(
      (other) => isChoice(other) && other.instancePath === error.instancePath,
    );
    const names = group.map(({ params }) => String((params as JsonObject)["missingProperty"]));
    return group[0] === error
      ? [{ ...error, params: { missingProperty: names.join('" or "') } }]
      : [];
  });
}

/** True for a missing member that another one could stand for: a `required` within `anyOf`. */
function isChoice({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword === "required" && /\/anyOf\/\d+\/required$/.test(schemaPath);
}

const COMBINATORS = new Set(["anyOf", "oneOf", "allOf"]);

function mistakeOf(error: ErrorObject): ShapeMistake {
  const params = error.params as Readonly<Record<string, unknown>>;
  const where =
    error.instancePath === "" ? "" : ` in ${error.instancePath.slice(1).replaceAll("/", ".")}`;
  if (error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties") {
    const name = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
    const known = Object.keys((error.parentSchema?.["properties"] as object | undefined) ?? {});
    const renamed = presentWord(name, known);
    const meant = renamed ?? closest(name, known);
    return {
      message:
        renamed === undefined
          ? `Unknown member "${name}"${where}`
          : `"${name}"${where} is called "${renamed}" now`,
      about: [name],
      pointer: childPointer(error.instancePath, name),
      ...(meant === undefined ? {} : { meant: { member: meant } }),
      ...(meant === undefined && (known.length === 0 || known.length >= 15)
        ? {}
        : { suggestion: meant ?? `one of ${known.join(", ")}` }),
    };
  }
  if (error.keyword === "enum") {
    const allowed = (params["allowedValues"] as readonly unknown[] | undefined)?.map(String) ?? [];
    const meant = typeof error.data === "string" ? closest(error.data, allowed) : undefined;
    return {
      message: `${JSON.stringify(error.data)} is not allowed${where}`,
      pointer: error.instancePath,
      about: [String(error.data)],
      suggestion: meant ?? `one of ${allowed.join(", ")}`,
      ...(meant === undefined ? {} : { meant: { value: meant } }),
    };
  }
  if (error.keyword === "uniqueItems" && Array.isArray(error.data)) {
    const again: unknown = error.data[Number(params["i"])];
    return {
      message: `${JSON.stringify(again)} is there twice${where}`,
      pointer: `${error.instancePath}/${Math.max(Number(params["i"]), Number(params["j"]))}`,
      suggestion: "each once",
    };
  }
  if (error.keyword === "propertyNames" && typeof params["propertyName"] === "string")
    return {
      message: `"${params["propertyName"]}" is no name${where}`,
      about: [params["propertyName"]],
      pointer: childPointer(error.instancePath, params["propertyName"]),
      suggestion: "letters, digits, _ and -, a letter first",
    };
  if (error.keyword === "required")
    return {
      message: `"${String(params["missingProperty"])}" is missing${where}`,
      about: [String(params["missingProperty"])],
      pointer: error.instancePath,
      isLacking: true,
    };
  if (error.keyword === "pattern")
    return {
      message: `${JSON.stringify(error.data)} is not allowed${where}`,
      about: [String(error.data)],
      pointer: error.instancePath,
      suggestion: WRITTEN[String(params["pattern"])],
    };
  if (error.instancePath === "" && (error.data === null || error.data === ""))
    return { message: "The file is empty", pointer: "" };
  const place =
    error.instancePath === "" ? "The file" : error.instancePath.slice(1).replaceAll("/", ".");
  return {
    message:
      error.keyword === "type"
        ? wrongType(error, place)
        : `${place} ${error.message ?? "is wrong"}`,
    pointer: error.instancePath,
  };
}
