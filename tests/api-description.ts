import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../engine/language/json.ts";
import { readApiDescription } from "../server/sandbox/platform/api-description.ts";
import { PROJECT } from "./definitions.ts";

/** One answer of the service to a request. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
>;
type Paths = Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;

const description = await readApiDescription(PROJECT);
const paths = description["paths"] as unknown as Paths;
const ajv = new Ajv2020({ strict: false });
const validators = new Map<object, ValidateFunction>();

/** Statuses that every request may get, by the table of server/README.md. */
const ANYWHERE = new Set(["400", "405", "421", "500", "503"]);

/** Routes of the sandbox, of development and of the page, which schemas/api does not describe. */
const OTHERS = /^\/(?:api|v1|idp|inbox|sandbox|development|assets|brand|validators)(?:[/.?]|$)/;

/** @throws Error where schemas/api/screens.json does not know an answer of the service in JSON */
export function holdToApi({ method, url, status, contentType, body }: Exchange): void {
  const type = contentType.split(";")[0] ?? "";
  const [path = ""] = url.split("?");
  if (!type.endsWith("json") || OTHERS.test(path)) return;
  const template = Object.hasOwn(paths, path)
    ? path
    : path.startsWith("/webhooks/")
      ? "/webhooks/{flow}/{provider}"
      : "/{screen}";
  const operation = paths[template]?.[method.toLowerCase()];
  if (operation === undefined && status === 405) return;
  const response = operation?.responses[String(status)];
  const schema = response?.content?.[type]?.schema;
  if (response === undefined && ANYWHERE.has(String(status))) return;
  if (schema === undefined)
    throw new Error(`schemas/api knows no ${status} ${type} of ${method} ${template}`);
  const validate = validatorOf(schema);
  if (validate(JSON.parse(body))) return;
  throw new Error(
    `${method} ${template} ${status} is not as described: ${ajv.errorsText(validate.errors)}`,
  );
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const components = description["components"] as JsonObject;
  const validate = ajv.compile({ ...schema, components });
  validators.set(schema, validate);
  return validate;
}
