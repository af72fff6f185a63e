/**
 * Parts that the schemas of several calls share. Optional members may be null as well: a flow sends
 * the values it has. Unknown members are refused.
 */

/** An object with these members and no others. */
export function object<P extends object>(properties: P, required: readonly string[] = []): object {
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** An object with these members and no others, or null. */
export function objectOrNull<P extends object>(properties: P): object {
  return { ...object(properties), type: ["object", "null"] };
}

/** A list of at most fifty entries. */
export function listOf(items: object): object {
  return { type: "array", items, maxItems: 50 };
}

/** One of these, or null. */
export function choice(...choices: readonly string[]): object {
  return { enum: [...choices, null] };
}

export const TEXT = { type: ["string", "null"], maxLength: 300 } as const;
export const FLAG = { type: ["boolean", "null"] } as const;
/** A boolean in a query. */
export const YES_NO = { enum: ["true", "false"] } as const;
/** An id or a code of another service. */
export const REFERENCE = {
  type: ["string", "null"],
  pattern: "^[0-9A-Za-z:._@+-]{0,200}$",
} as const;
export const APPLICATION_ID = { type: "string", pattern: "^urn:app:[0-9A-Za-z-]{1,64}$" } as const;
export const OWNER_ID = { type: "string", pattern: "^urn:apl:[0-9A-Za-z-]{1,64}$" } as const;
export const BUSINESS_ID = { type: "string", pattern: "^[0-9A-Za-z-]{1,64}$" } as const;
export const RECORD_ID = { type: "string", pattern: "^[0-9A-Za-z:_-]{1,100}$" } as const;
/** Whole minor units, at most a million of the currency. */
export const AMOUNT = { type: "integer", minimum: 0, maximum: 100_000_000 } as const;
export const STEP_UPS = {
  type: "array",
  items: { type: "string" },
  description: "Step-ups still to be answered, in order",
} as const;
export const DECISIONS = [
  "PENDING",
  "APPROVED",
  "DECLINED",
  "APPROVED_PENDING",
  "DECLINED_PENDING",
  "ERROR",
] as const;
export const CURRENCIES = ["USD", "CAD"] as const;

export const IN_APPLICATION = object({ id: APPLICATION_ID }, ["id"]);
export const IN_OWNER = object({ id: APPLICATION_ID, ownerId: OWNER_ID }, ["id", "ownerId"]);
export const IN_BUSINESS = object({ id: BUSINESS_ID }, ["id"]);

export const ADDRESS = objectOrNull({
  line1: TEXT,
  line2: TEXT,
  city: TEXT,
  territory: TEXT,
  state: TEXT,
  zip: TEXT,
  countryCode: TEXT,
  website: TEXT,
});

/** A number of a person or a business. */
export const IDENTIFICATION = objectOrNull({
  id: REFERENCE,
  type: choice("INDIVIDUAL", "BUSINESS"),
  sourceType: choice("SSN4", "SSN9", "FEIN", "SIN", "BN", "CN"),
  value: { type: ["string", "null"], pattern: "^[0-9A-Za-z -]{0,20}$" },
});

export const EMAIL = { anyOf: [TEXT, object({ emailAddress: TEXT, id: REFERENCE })] } as const;
export const PHONE = {
  anyOf: [TEXT, object({ localPhoneNumber: TEXT, nationalNumber: TEXT, id: REFERENCE })],
} as const;

/** Headers of calls beside HTTP's own. */
export const HEADERS = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: "Repetitions with the same key get the first answer",
    },
    "x-customer": {
      type: "string",
      maxLength: 200,
      description: "Who asks: the person who is signed in",
    },
  },
} as const;

/**
 * Every refusal (spec 1 §8): a problem document (RFC 9457) with the members of the specification.
 */
export const REFUSAL = {
  description: "Refused",
  content: {
    "application/problem+json": {
      schema: object(
        {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          errors: {
            type: "array",
            items: object({ message: { type: "string" }, pointer: { type: "string" } }, [
              "message",
            ]),
            description: "Each message is told",
          },
          details: {
            type: "array",
            items: object({ description: { type: "string" } }, ["description"]),
            description: "What version V1 tells",
          },
          message: { type: "string" },
          error: { type: "string" },
          code: { type: "string", description: "Of a one-time code: wrong or expired" },
        },
        ["type", "title", "status"],
      ),
    },
  },
} as const;
