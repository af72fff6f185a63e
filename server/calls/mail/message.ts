import type { JsonObject } from "../../../engine/language/json.ts";

/** The body of `POST /messages`. */
export interface Message {
  /** Texts under `mail.<template>` of the flow. */
  readonly template: string;
  readonly locale: string;
  readonly to: string;
  readonly name?: string | null;
  /** Values of the texts' placeholders. */
  readonly values?: JsonObject;
  readonly link?: string | null;
  /** The flow and variant of its texts and look; default: the first flow with the template. */
  readonly from?: {
    readonly flow?: string;
    /** The value of an axis, by the axis' name. */
    readonly [axis: string]: string | null | undefined;
  };
}

const NAME = "^[A-Za-z0-9_-]{1,64}$";
const NAMED = { type: "string", pattern: NAME } as const;

/** Schema of a message: exactly one address. */
export const MESSAGE = {
  type: "object",
  required: ["template", "locale", "to"],
  properties: {
    template: NAMED,
    locale: { type: "string", pattern: "^[a-z]{2}-[A-Z]{2}$" },
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
        anyOf: [{ type: "string", maxLength: 500 }, { type: "number" }, { type: "null" }],
      },
    },
    link: { type: ["string", "null"], maxLength: 2000, pattern: "^https?://[^\\s]+$" },
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
