// Generated from schemas/definition/form.json by `npm run types:generate`: change the schema, not this file.
import type { Json, JsonObject } from "../json.ts";
import type { Rule, Template } from "../rule.ts";

/** How it is asked: choice-cards and radio as cards with hints and prices; of an array of choices, checkboxes one below the other, choice-cards as cards, and tags with a line to search in, for many choices; checkbox as a card whose hint is its second line, and one that must be ticked (`const: true`) as a box beside its text; quantity with a button to take one off and one to put one on, file with a camera and a place to drop files on, hidden not at all (a frame may fill it). */
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
  | "checkboxes"
  | "tags"
  | "money"
  | "quantity"
  | "textarea"
  | "file"
  | "hidden";
/** A kind. */
export type FileKind = "jpeg" | "png" | "webp" | "pdf";

/** schemas/<flow>/forms/<form>.yaml: JSON Schema of an object whose properties are the fields. */
export interface FormSchema {
  /** A form is an object. */
  readonly type: "object";
  /**
   * Fields that must be answered, each once; fields that the form has with any answers.
   *
   * Items: A field.
   */
  readonly required?: readonly string[];
  /** Fields by name: letters, digits, _ and -, a letter first. */
  readonly properties: {
    readonly [k: string]: FieldSchema;
  };
  /** A condition on other fields. */
  readonly if?: FormCondition;
  /** Fields and requirements when it holds. */
  readonly then?: FormBranch;
  /** And when it does not. */
  readonly else?: FormBranch;
  /**
   * Several conditions.
   *
   * @minItems 1
   *
   * Items: A branch.
   */
  readonly allOf?: readonly FormBranch[];
  /**
   * Fields from top to bottom, where that is not the order in which they are written.
   *
   * Items: A field.
   */
  readonly "x-order"?: readonly string[];
  /**
   * Rules over the whole form.
   *
   * Items: A rule.
   */
  readonly "x-rules"?: readonly {
    /** Its name. */
    readonly id: string;
    /** The field is refused when this holds; reads form.… and the state (a JSON-logic rule) */
    readonly when: Rule;
    /** The field. */
    readonly field: string;
    /** Copy key. */
    readonly message: string;
  }[];
}
/** A field: JSON Schema with the annotations of the flow language. */
export interface FieldSchema {
  /** JSON type; every field has one, and a widget that can ask for it. Numbers and integers are sent as such; a plain HTML form's text is read as one. An array chooses several of `items: { enum }`, each once; with the widget file an object or array is a file. */
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  /** A field of schemas/<flow>/fields.yaml, or a part of a group there (address.street), that this one is, or one of a pattern library that ships (us/phone, ca/address.postalCode); members beside it are laid over it, null removes. */
  readonly use?: string;
  /** A format of formats.yaml. */
  readonly format?: string;
  /**
   * Choices: at least one, each once, of the field's type, and such as its bounds and format take.
   *
   * @minItems 1
   *
   * Items: A choice; an empty text is no answer.
   */
  readonly enum?: readonly (string | number | boolean)[];
  /** The only value. */
  readonly const?: Json;
  /** Copy key by cause: required, a keyword, a check's code; * for all others. */
  readonly errorMessage?: {
    /** A copy key. */
    readonly [k: string]: string;
  };
  /** HTML autocomplete token, or off. */
  readonly "x-autocomplete"?: string;
  /** The answer is private: personal is encrypted where it is kept; sensitive is also masked for agents and staff, who see the pages of others; secret is masked for them, too, and its field never shows it again to anyone, but the end that `x-mask` allows. Its place in state.yaml says the same. */
  readonly "x-pii"?: "personal" | "sensitive" | "secret";
  /** What is shown of a secret. */
  readonly "x-mask"?: "last4" | "all";
  readonly "x-widget"?: WidgetKind;
  /** Help with typing. */
  readonly "x-input"?: {
    /** 0 a digit, A a letter, * either, the rest literal: no other letters and digits. A `code` with a mask shows one box for each character. */
    readonly mask?: string;
    /** Keyboard. */
    readonly mode?: "text" | "numeric" | "tel" | "email" | "url" | "decimal";
    /** Width. */
    readonly width?: "short" | "medium" | "full";
  };
  /** Copy prefix of the choices; below each label, hint and price. */
  readonly "x-options"?: string;
  /** Copy prefix of the field's label, hint and why, where the screen's copy has none. */
  readonly "x-words"?: string;
  readonly "x-suggest"?: SuggestDefinition;
  /** State path, when not <screen binds>.<field>. */
  readonly "x-bind"?: string;
  /** Which part of a group the field is, GROUP.PART: what a nested object is written out as. */
  readonly "x-part"?: string;
  /** Adjacent fields with the same name here stand under one heading, `fields.NAME.title` of the screen's copy. */
  readonly "x-group"?: string;
  /** Never saved. */
  readonly "x-transient"?: boolean;
  /** Value it begins with (JSON in which rules stand for their values) */
  readonly "x-initial"?: Template;
  /** For a checkbox: answers that are known already, by field. The checkbox is offered once they are known; while it is ticked these fields are not asked, and they get these answers. The fields stand beside the checkbox in `properties`, and hold what the values hold. It is ticked to begin with where the answers are these, or where `x-initial` says so and there are none. */
  readonly "x-same"?: {
    /** What the field gets (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** For a quantity: a picture of the counted thing, /brand/<flow>/<file>.svg in content/<flow>/brand. Its shapes are drawn in the brand's colour, by their opacity. */
  readonly "x-picture"?: string;
  /**
   * Names of config.links that the field speaks of, such as terms to agree to: they stand below it and open beside the form. Their words are in content/<flow>/<locale>/links.yaml.
   *
   * Items: A name in config.links.
   */
  readonly "x-links"?: readonly string[];
  /** The field is only asked while this holds: in one variant, for one role, after one answer of an earlier page. Where flags, config and axes decide it, the field is not there at all; else it follows the state: while the rule does not hold, the page does not show the field, the service drops a value sent for it, and conditions of the form take it as unanswered. A condition on an answer of the same form belongs into `if` and `then` (a JSON-logic rule) */
  readonly "x-when"?: Rule;
  /** Answering it is only required while this holds; for fields that the form's required names. The rule reads settings and the state, as x-when does (a JSON-logic rule) */
  readonly "x-required"?: Rule;
  /**
   * What is laid over the field in some variants; rules read flags, config, axes and their facts, and nothing of the state.
   *
   * Items: A case.
   */
  readonly "x-where"?: readonly {
    /** Where it counts (a JSON-logic rule) */
    readonly when: Rule;
    /** Members of the field that are then other: maps merge, null removes. */
    readonly then: JsonObject;
  }[];
  /** Least number that is good. */
  readonly minimum?: number;
  /** Greatest number that is good; an integer with one is asked as a quantity. */
  readonly maximum?: number;
  /** Least number of characters. */
  readonly minLength?: number;
  /** Greatest number of characters, from 1 on. */
  readonly maxLength?: number;
  /** Parameters for the field's copy, that of its choices included. */
  readonly "x-with"?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** Choices that are only offered while a rule holds: value and rule over settings, and over the state with the typed answers laid over it. The page updates the choices as the applicant types; the service refuses any other value with the field's message for `offered`. A rule that reads the state reads nothing personal, and no catalogue. */
  readonly "x-offered"?: {
    /** While this holds (a JSON-logic rule) */
    readonly [k: string]: Rule;
  };
  readonly "x-choices"?: ChoicesDefinition;
  /** For a field with the widget `hidden`: its value follows from the state with the typed answers laid over it. The page sends the value it showed, so that a table can compare it with the present one. The rule reads nothing personal, and no catalogue (a JSON-logic rule). */
  readonly "x-computed"?: Rule;
  /** A regular expression that the whole text is like; a format is better, since it has messages for each mistake. */
  readonly pattern?: string;
  /** Of an array of choices, the one that stands for none of the others: it is taken alone, and refused beside another with the field's message for `none`. */
  readonly "x-none"?: string;
  /** What each of a list is: `items: { enum: [one, another] }` are texts to choose several of. */
  readonly items?: FieldSchema;
  /** The parts of a group of fields: each is a field of its own, called GROUP-PART in conditions, rules, copy and data, and kept at GROUP.PART below the screen's binds. fields.GROUP.title of the screen's copy stands above them; x-order names the group or its parts. */
  readonly properties?: {
    readonly [k: string]: FieldSchema | null;
  };
  /**
   * Parts that are answered whenever the group is asked.
   *
   * Items: A part.
   */
  readonly required?: readonly string[];
  /** False: an object has no other parts. */
  readonly additionalProperties?: boolean;
  /** How many there are at least. */
  readonly minItems?: number;
  /** How many there are at most. */
  readonly maxItems?: number;
  /** None of them twice. */
  readonly uniqueItems?: boolean;
  /** A number that this one divides; greater than 0. */
  readonly multipleOf?: number;
  readonly "x-file"?: FileOptions;
}
/** Suggestions while typing. */
export interface SuggestDefinition {
  /** Call asked, with `query.q`, and `query.session`, the same from the first letter to the choice. */
  readonly call: string;
  /** What the calls read as `with` (JSON in which rules stand for their values) */
  readonly with?: Template;
  readonly choose?: ChooseDefinition;
  /** Pause before it is asked, in milliseconds. */
  readonly debounceMs: number;
  /** Characters before the first search. */
  readonly minimum: number;
  /** List of { value, label, detail?, tone?, general? } from answer; detail tells alike ones apart, general says that nothing matched and these are only the usual ones (a JSON-logic rule) */
  readonly items: Rule;
  /** List of the same shape for when the call fails, comes late, or has nothing to suggest (a JSON-logic rule) */
  readonly fallback?: Rule;
  /** Only suggestions are taken. */
  readonly strict: boolean;
  /** Text that is looked for before anything is typed, when the field is entered (JSON in which rules stand for their values) */
  readonly initial?: Template;
  /** What people read for a value that is there already: { label, tone? }; rules read the value as item (JSON in which rules stand for their values) */
  readonly chosen?: Template;
  /** Text below the field once a choice of that tone is made. */
  readonly notes?: {
    /** A note. */
    readonly [k: string]: {
      /** Copy key; text stands under it, and link for the words of a link. */
      readonly copy: string;
      /** Web address of the link (a JSON-logic rule) */
      readonly href?: Rule;
    };
  };
}
/** Choosing one fills fields of the form, this one included. */
export interface ChooseDefinition {
  /** Call asked with the chosen value as `query.q`; where it fails, the typed text stays. */
  readonly call: string;
  /** By field the text it is filled with, from answer; what the field would refuse and what the answer does not say is not filled in. */
  readonly fills: {
    /** The text (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
}
/** Choices that an answer brought: of a radio, select or choice-cards over text, in place of `enum`. What is sent and not among them any more is refused with the field's message for `offered`; where there are none, the copy says so (`unavailable` of the field). */
export interface ChoicesDefinition {
  /** State path of a list, or a rule that gives one (a JSON-logic rule) */
  readonly from: Rule;
  /** Member of an element that is the answer. */
  readonly value: string;
  /** Member that is read for it. */
  readonly label: string;
  /** Member that explains it. */
  readonly hint?: string;
}
/** Files that the widget file takes. The value is a reference { id, name, kind, bytes, width, height } of type object, or an array of them with maxItems; it is refused with file.kind, file.bytes, file.pixels, file.damaged, file.locked, file.active, file.unknown or file.many. */
export interface FileOptions {
  /**
   * Accepted kinds of files, recognised by their content.
   *
   * @minItems 1
   */
  readonly kinds: readonly FileKind[];
  /** Bytes that a file has at most; pictures that are larger are made smaller in the browser first. */
  readonly maxBytes: number;
  /** Pixels that the shorter side of a picture has at least, so that it can be read. */
  readonly minSide?: number;
  /** Pixels of the longer side from which on a picture is made smaller. */
  readonly maxSide?: number;
  /** A phone offers its camera: user looks at the person, environment away from them. */
  readonly capture?: "user" | "environment";
}
/** What is added to a form where a condition holds: fields, which must be answered, and conditions within. */
export interface FormBranch {
  /**
   * Fields that must be answered, each once; fields that are there when the branch is taken.
   *
   * Items: A field.
   */
  readonly required?: readonly string[];
  /** Fields by name: letters, digits, _ and -, a letter first. */
  readonly properties?: {
    readonly [k: string]: FieldSchema;
  };
  /** A condition on other fields. */
  readonly if?: FormCondition;
  /** What is added when it holds. */
  readonly then?: FormBranch;
  /** And when it does not. */
  readonly else?: FormBranch;
  /**
   * Several conditions.
   *
   * @minItems 1
   */
  readonly allOf?: readonly FormBranch[];
}
/** A condition on the answers, in JSON Schema. */
export interface FormCondition {
  /**
   * Fields that are answered.
   *
   * Items: A field.
   */
  readonly required?: readonly string[];
  /** What the answers are, by field. */
  readonly properties?: {
    /** What an answer is. */
    readonly [k: string]: {
      /** This value. */
      readonly const?: Json;
      /**
       * One of these.
       *
       * @minItems 1
       *
       * Items: A value.
       */
      readonly enum?: readonly Json[];
      /** Of this JSON type. */
      readonly type?: "string" | "number" | "integer" | "boolean";
      /** A text like this. */
      readonly pattern?: string;
      /** A text of so many characters. */
      readonly minLength?: number;
      /** A text of no more characters. */
      readonly maxLength?: number;
      /** No less than this. */
      readonly minimum?: number;
      /** No more than this. */
      readonly maximum?: number;
      /** So many of them. */
      readonly minItems?: number;
      /** One of several that were chosen is this value, or one of these. */
      readonly contains?: {
        /** This value. */
        readonly const?: Json;
        /**
         * One of these.
         *
         * @minItems 1
         *
         * Items: A value.
         */
        readonly enum?: readonly Json[];
      };
      /** None of this value. */
      readonly not?: JsonObject;
    };
  };
  /** The contrary. */
  readonly not?: FormCondition;
  /**
   * All of these.
   *
   * @minItems 1
   */
  readonly allOf?: readonly FormCondition[];
  /**
   * One of these.
   *
   * @minItems 1
   */
  readonly anyOf?: readonly FormCondition[];
}
