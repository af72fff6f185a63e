import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { refused, send } from "./answer.ts";

/** A compiler of schemas, with the validators that it made, by the text of their schema. */
interface Compiler {
  readonly ajv: Ajv2020;
  readonly made: Map<string, ValidateFunction>;
}

const requests: Compiler = {
  ajv: new Ajv2020({
    strict: false,
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
  }),
  made: new Map(),
};

const answers: Compiler = { ajv: new Ajv2020({ strict: false }), made: new Map() };

/**
 * Validates requests and answers by their schemas. An invalid request is refused in the documented
 * form; an invalid answer is a defect, and is not sent.
 */
export function enforceSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema }) => onFirstUse(requests, schema as object));
  app.setSerializerCompiler(({ schema, url, httpStatus }) => {
    const validate = onFirstUse(answers, schema as object);
    return (answer) => {
      if (validate(answer)) return JSON.stringify(answer);
      throw new Error(
        `The answer ${httpStatus} of ${url} is not as documented: ${answers.ajv.errorsText(validate.errors)}`,
      );
    };
  });
  app.setErrorHandler(
    (
      error: Error & { validation?: FastifySchemaValidationError[]; validationContext?: string },
      _,
      reply,
    ) => {
      if (error.validation === undefined) throw error;
      const errors = error.validation
        .slice(0, 20)
        .map((each) => describeError(error.validationContext ?? "request", each));
      return send(
        reply,
        refused(400, errors[0]?.message ?? "The request is not as documented", { errors }),
      );
    },
  );
  app.setNotFoundHandler((_, reply) =>
    send(reply, { status: 404, body: { error: "Not found", message: "There is no such call" } }),
  );
}

/**
 * A validator that is compiled when it first validates: a service uses few of the documented calls.
 */
function onFirstUse({ ajv, made }: Compiler, schema: object): FirstUse {
  let compiled: ValidateFunction | undefined;
  const compile = () => {
    const text = JSON.stringify(schema);
    const known = made.get(text) ?? ajv.compile(schema);
    made.set(text, known);
    return known;
  };
  const validate: FirstUse = (value) => {
    compiled ??= compile();
    const isValid = compiled(value);
    validate.errors = compiled.errors;
    return isValid;
  };
  return validate;
}

/** A validator as Fastify calls it: the errors of its latest value are its member. */
interface FirstUse {
  (value: unknown): boolean;
  errors?: ValidateFunction["errors"];
}

/** Describes a validation error by its place, without the value. */
function describeError(
  part: string,
  { instancePath, keyword, params, message }: FastifySchemaValidationError,
): { message: string; pointer: string } {
  const unknown =
    keyword === "additionalProperties"
      ? ` "${String(params["additionalProperty"]).slice(0, 60)}"`
      : "";
  return {
    message: `${part}${instancePath.replaceAll("/", ".")} ${message ?? "is wrong"}${unknown}`,
    pointer: instancePath,
  };
}
