import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import type { FastifySchemaValidationError } from "fastify/types/schema.js";
import { refused, send } from "./answer.ts";

/**
 * Validates requests and answers by their schemas. An invalid request is refused in the documented
 * form; an invalid answer is a defect, and is not sent.
 */
export function enforceSchemas(app: FastifyInstance): void {
  const requests = new Ajv2020({
    strict: false,
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
  });
  app.setValidatorCompiler(({ schema }) => requests.compile(schema as object));
  const answers = new Ajv2020({ strict: false });
  app.setSerializerCompiler(({ schema, url, httpStatus }) => {
    const validate: ValidateFunction = answers.compile(schema as object);
    return (answer) => {
      if (validate(answer)) return JSON.stringify(answer);
      throw new Error(
        `The answer ${httpStatus} of ${url} is not as documented: ${answers.errorsText(validate.errors)}`,
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
