import { LOCALE } from "../../../engine/language/locale.ts";
import type { JsonObject } from "../../../engine/language/json.ts";

/** The body of `POST /messages`. */
export interface Message {
  /** Texts under `mail.<template>` of the flow. */
  readonly template: string;
  readonly locale: string;
  readonly to: string;
  readonly name?: string | null;
  /** Values of the texts' placeholders; of a list each element is a line. */
  readonly values?: JsonObject;
  readonly link?: string | null;
  /** Asks for a fresh code: the texts' `{code}`. */
  readonly code?: {
    readonly digits?: number;
    readonly lifetimeMs: number;
    readonly tries?: number;
  };
  /** The flow and variant of its texts and look; default: the first flow with the template. */
  readonly from?: {
    readonly flow?: string;
    /** The value of an axis, by the axis' name. */
    readonly [axis: string]: string | null | undefined;
  };
}

const NAME = "^[A-Za-z0-9_-]{1,64}$";
const NAMED = { type: "string", pattern: NAME } as const;

/** The body of `POST /codes/{id}`. */
export interface TypedCode {
  readonly code: string;
}

/** Schema of a typed code. */
export const TYPED_CODE = {
  type: "object",
  required: ["code"],
  properties: { code: { type: "string", maxLength: 20, pattern: "^[0-9]*$" } },
  additionalProperties: false,
} as const;

/** Schema of a message: exactly one address. */
export const MESSAGE = {
  type: "object",
  required: ["template", "locale", "to"],
  properties: {
    template: NAMED,
    locale: { type: "string", pattern: LOCALE.source },
    to: {
      type: "string",
      maxLength: 254,
      pattern: '^[^\\s<>@,;:"()\\[\\]\\\\]+@[^\\s<>@,;:"()\\[\\]\\\\]+$',
    },
    name: { type: ["string", "null"], maxLength: 200 },
    values: {
      type: "object",
      maxProperties: 20,
      additionalProperties: {
        anyOf: [
          { type: "string", maxLength: 500 },
          { type: "number" },
          { type: "null" },
          { type: "array", maxItems: 50, items: { type: "string", maxLength: 500 } },
        ],
      },
    },
    link: { type: ["string", "null"], maxLength: 2000, pattern: "^https?://[^\\s]+$" },
    code: {
      type: "object",
      required: ["lifetimeMs"],
      properties: {
        digits: { type: "integer", minimum: 4, maximum: 10 },
        lifetimeMs: { type: "integer", minimum: 60_000, maximum: 604_800_000 },
        tries: { type: "integer", minimum: 1, maximum: 20 },
      },
      additionalProperties: false,
    },
    from: {
      type: "object",
      properties: {
        flow: NAMED,
      },
      maxProperties: 20,
      additionalProperties: { type: ["string", "null"], pattern: NAME },
    },
  },
  additionalProperties: false,
} as const;
