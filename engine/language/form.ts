import type { FileOptions } from "./file.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Rule, Template } from "./rule.ts";

/**
 * schemas/<flow>/forms/<form>.yaml: plain JSON Schema 2020-12 of an object whose properties are the fields,
 * with these annotations. A market or portal changes a form in its overlay under `forms.<form>`.
 */
export interface FormSchema {
  readonly $schema?: string;
  readonly type: "object";
  readonly properties: { readonly [field: string]: FieldSchema };
  readonly required?: readonly string[];
  readonly allOf?: readonly JsonObject[];
  readonly if?: JsonObject;
  readonly then?: JsonObject;
  readonly else?: JsonObject;
  /** Fields from top to bottom; every property is named. */
  readonly "x-order": readonly string[];
  /** Rules over the whole form and the state: the field is refused when `when` holds. Rules read `form.…` and the state. */
  readonly "x-rules"?: readonly {
    readonly id: string;
    readonly when: Rule;
    readonly field: string;
    readonly message: string;
  }[];
}

export interface FieldSchema {
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [field: string]: FieldSchema };
  readonly items?: FieldSchema;
  readonly required?: readonly string[];
  /** Copy key of the message by cause: `required`, a keyword, a check's code; `*` for all others. */
  readonly errorMessage?: { readonly [cause: string]: string };
  /** The field is only there in variants for which this holds; reads flags, config, portal, market, environment. */
  readonly "x-when"?: Rule;
  /** Answering it is only required where this holds; for fields that the form's `required` names. */
  readonly "x-required"?: Rule;
  /** What is laid over the field in variants for which `when` holds: maps merge, null removes. */
  readonly "x-where"?: readonly { readonly when: Rule; readonly then: JsonObject }[];
  /** The field is only asked while this holds, whoever sees the form; else it is not there, and what is sent for it is dropped. Reads the state, `role` and all that screens read. */
  readonly "x-asked-while"?: Rule;
  /** Choices that are only offered where a rule holds: value → rule over flags, config, portal, market. */
  readonly "x-offered"?: { readonly [choice: string]: Rule };
  /** Choices that are only offered while a rule holds of the state with what is typed laid over it: value → rule. What is not offered is refused. */
  readonly "x-offered-while"?: { readonly [choice: string]: Rule };
  /** For a hidden field: its value follows from the state with what is typed laid over it, as the page showed it. Whether it still holds is for a table to say. */
  readonly "x-computed"?: Rule;
  /** HTML autocomplete token, or `off` where the browser must not remember. Every text field has one. */
  readonly "x-autocomplete"?: string;
  /** Encrypted at rest, never in logs, events or URLs. `secret` is never sent back to a page; `personal` may be. */
  readonly "x-pii"?: "personal" | "secret";
  /** How a stored secret is shown: the last four characters, or nothing of it. */
  readonly "x-mask"?: "last4" | "all";
  /** How it is asked; default by type and format. */
  readonly "x-widget"?: WidgetKind;
  /** Pattern that typing is led along: 0 a digit, A a letter, * either, the rest literal. */
  readonly "x-input"?: {
    readonly mask?: string;
    readonly mode?: "text" | "numeric" | "tel" | "email" | "url" | "decimal";
    readonly width?: "short" | "medium" | "full";
  };
  /** Copy prefix of the choices: `options.territory` has one key a value. Default `<screen copy>.fields.<field>.options`. */
  readonly "x-options"?: string;
  /** Parameters for the field's copy, that of its choices included. */
  readonly "x-with"?: { readonly [name: string]: Template };
  /** Suggestions while typing. */
  readonly "x-suggest"?: SuggestDefinition;
  /** Names of `config.links` that the field speaks of, such as terms to agree to: they stand below it and open beside the form. */
  readonly "x-links"?: readonly string[];
  /** Files that a field with the widget `file` takes. Its value is a reference (an object), or several (an array with `maxItems`). */
  readonly "x-file"?: FileOptions;
  /** State path this field is read from and saved to, when not `<screen binds>.<field>`. */
  readonly "x-bind"?: string;
  /** Never saved to the state: codes, confirmations. */
  readonly "x-transient"?: boolean;
  /** Value the field begins with when the state has none. */
  readonly "x-initial"?: Template;
}

export type WidgetKind =
  | "text"
  | "masked"
  | "email"
  | "phone"
  | "date"
  | "choice-cards"
  | "radio"
  | "select"
  | "combobox"
  | "typeahead"
  | "code"
  | "secret"
  | "checkbox"
  | "money"
  | "quantity"
  | "textarea"
  | "file"
  | "hidden";

export interface SuggestDefinition {
  readonly call: string;
  /** What the calls read as `with.…`. */
  readonly with?: Template;
  readonly debounceMs: number;
  /** Characters before the first search. */
  readonly minimum: number;
  /** From `answer`: a list of { value, label, detail?, tone?, general? }; `detail` tells alike ones apart, `general` means that nothing matched and these are only the usual ones. */
  readonly items: Rule;
  /** Text that is none of the suggestions is refused; otherwise it stands as typed. */
  readonly strict: boolean;
  /** What choosing one does beside: a call that is asked with the value, and what its answer fills in. */
  readonly choose?: ChooseDefinition;
  /** Text that is looked for before anything is typed. */
  readonly initial?: Template;
  /** What people read for a value that is there already, which rules read as `item`: { label, tone? }. */
  readonly says?: Template;
  /** What is told under the field once something of this tone is chosen: a copy key with `text`, and `link` where there is an address. */
  readonly notes?: { readonly [tone: string]: { readonly copy: string; readonly href?: Rule } };
}

/** Choosing a suggestion fills fields of the form, this one included. What a field would refuse, and what the answer does not say, is not filled in. */
export interface ChooseDefinition {
  /** Asked with the chosen value as `query.q`. */
  readonly call: string;
  /** By field, from `answer`: the text it is filled with. */
  readonly fills: { readonly [field: string]: Template };
}
