import {
  buildSchema,
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type FieldNode,
  Kind,
  visit,
} from "graphql";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { done, type Answer } from "./answer.ts";

const LIMIT = 10;
const TOKENS_AT_MOST = 200;
const DEPTH_AT_MOST = 4;
const FIELDS_AT_MOST = 30;

const SCHEMA = buildSchema(`
  type Query { storesList(limit: Int = ${LIMIT}): StoresList! }
  type StoresList { total: Int! stores(limit: Int = ${LIMIT}): [Store!]! }
  type Store { storeId: ID! businessId: ID! name: String createdAt: String! isRecommended: Boolean! hasPayments: Boolean! status: String! attributes: Attributes! }
  type Attributes { distributorId: String }
`);

/**
 * Answers a storesList query (spec 1 §7: "nested limit 10"); no other, and none that is long or
 * deep.
 */
export async function searchStores(
  {
    query,
    variables,
    operationName,
  }: {
    readonly query: string;
    readonly variables?: object | null;
    readonly operationName?: string | null;
  },
  stores: () => Promise<readonly JsonObject[]>,
): Promise<Answer> {
  let document: DocumentNode;
  try {
    document = parse(query, { noLocation: true, maxTokens: TOKENS_AT_MOST });
  } catch (error) {
    return wrong([error as GraphQLError]);
  }
  const tooMuch = extent(document);
  if (tooMuch !== undefined) return wrong([new GraphQLError(tooMuch)]);
  const errors = validate(SCHEMA, document, [...specifiedRules, NoSchemaIntrospectionCustomRule]);
  if (errors.length > 0) return wrong(errors);
  const all = await stores();
  const upTo = (limit: number | null | undefined) => Math.min(LIMIT, Math.max(0, limit ?? LIMIT));
  const result = await execute({
    schema: SCHEMA,
    document,
    variableValues: asObject((variables ?? null) as Json),
    ...(operationName == null ? {} : { operationName }),
    rootValue: {
      storesList: ({ limit: outer }: { limit?: number | null }) => ({
        total: all.length,
        stores: ({ limit: inner }: { limit?: number | null }) =>
          all.slice(0, Math.min(upTo(outer), upTo(inner))),
      }),
    },
  });
  if (result.errors !== undefined) return wrong(result.errors);
  // GraphQL's objects have no prototype: JSON makes plain ones.
  return done({ data: JSON.parse(JSON.stringify(result.data ?? null)) as Json });
}

function wrong(errors: readonly GraphQLError[]): Answer {
  const messages = errors.slice(0, 5).map(({ message }) => ({ message: message.slice(0, 300) }));
  return {
    status: 400,
    body: { errors: messages, message: messages[0]?.message ?? "The query cannot be answered" },
  };
}

/** The excess of a query over the page's own needs. Fragments are refused: they can multiply. */
function extent(document: DocumentNode): string | undefined {
  if (document.definitions.some(({ kind }) => kind !== Kind.OPERATION_DEFINITION))
    return "Fragments are not taken";
  let fields = 0;
  let deepest = 0;
  let depth = 0;
  visit(document, {
    Field: {
      enter(_: FieldNode) {
        fields++;
        depth++;
        deepest = Math.max(deepest, depth);
      },
      leave() {
        depth--;
      },
    },
  });
  return fields > FIELDS_AT_MOST || deepest > DEPTH_AT_MOST
    ? "The query asks for too much"
    : undefined;
}
