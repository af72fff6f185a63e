import type { DeclaredCall } from "../language/generated/calls.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { declaredAnswer } from "./declared-answer.ts";
import { compileSchema, schemaCompiler } from "../validate/json-schema.ts";
import { answerTexts, type AnswerTexts } from "./answer-texts.ts";
import type { Reporter } from "./reporter.ts";

/**
 * The first place where an answer differs from its schema, without its value; undefined where it
 * fits.
 */
export type AnswerCheck = (answer: Json) => string | undefined;

/** What the schema of a call's answers is compiled to. */
export interface CompiledAnswer {
  readonly answerSchema?: JsonObject;
  /** Its texts, where it declares any. */
  readonly answerTexts?: AnswerTexts | undefined;
  readonly misfit?: AnswerCheck;
}

/** Compiled schemas by themselves: every variant of a flow has the same ones. */
const known = new WeakMap<object, CompiledAnswer>();

/** Schemas that say something of a call's answers beside the call itself. */
export interface SharedAnswers {
  /** Schemas that calls may name. */
  readonly named: JsonObject;
  /** What the call's service answers where it refuses. */
  readonly refusal?: JsonObject | undefined;
}

/**
 * The schema of a call's answers and their check; empty where nothing declares one, or one that
 * cannot be used.
 */
export function answerCheck(
  { answerSchema, strictAnswer }: Pick<DeclaredCall, "answerSchema" | "strictAnswer">,
  { named: answers, refusal }: SharedAnswers,
  at: string,
  reporter: Reporter,
): CompiledAnswer {
  if (answerSchema === undefined) {
    if (strictAnswer === true)
      reporter.at(`${at}/strictAnswer`, {
        code: "FLOW-ANSWER",
        message: "A call without `answerSchema` has nothing that its answers are held to",
        suggestion: "answerSchema: { type: object, properties: { … } }",
      });
    if (refusal === undefined) return {};
  }
  const named = typeof answerSchema === "string";
  const written = named ? answers[answerSchema] : answerSchema;
  const schema =
    written === undefined && answerSchema !== undefined
      ? undefined
      : declaredAnswer(isObject(written) ? written : undefined, refusal);
  if (schema === undefined) {
    reporter.unknownName(`${at}/answerSchema`, {
      kind: "schema of `answers`",
      name: String(answerSchema),
      known: Object.keys(answers),
    });
    return {};
  }
  try {
    const compiled = known.get(schema) ?? {
      answerSchema: schema,
      answerTexts: answerTexts(schema),
      misfit: compiledCheck(schema),
    };
    known.set(schema, compiled);
    return compiled;
  } catch (error) {
    reporter.at(named ? `/answers/${answerSchema}` : `${at}/answerSchema`, {
      code: "FLOW-ANSWER",
      message: `This is not a JSON Schema: ${(error as Error).message}`,
    });
    return {};
  }
}

function compiledCheck(schema: JsonObject): AnswerCheck {
  const validate = compileSchema(schemaCompiler({ strict: false, validateFormats: false }), schema);
  return (answer) => {
    if (validate(answer)) return undefined;
    const [{ instancePath, message } = { instancePath: "", message: "" }] = validate.errors ?? [];
    const place = instancePath === "" ? "the answer" : instancePath.slice(1).replaceAll("/", ".");
    return `${place} ${message ?? "is wrong"}`;
  };
}
