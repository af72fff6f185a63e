import type { FieldSchema, WidgetKind } from "../language/form.ts";

/** What a widget can ask. */
export interface WidgetAbility {
  /** JSON types of the answers that it can give. */
  readonly types: readonly NonNullable<FieldSchema["type"]>[];
  /** Whether it asks by choices (`enum`). */
  readonly choices: "always" | "maybe" | "never";
  /** Whether it asks with suggestions (`x-suggest`). */
  readonly suggestions: "always" | "maybe" | "never";
}

const LINE = {
  types: ["string", "number", "integer"],
  choices: "never",
  suggestions: "never",
} as const satisfies WidgetAbility;
const TEXT = { ...LINE, types: ["string"] } as const satisfies WidgetAbility;
const CHOICE = { ...LINE, choices: "always" } as const satisfies WidgetAbility;

/**
 * Every widget of the renderer (web/form) and what it can ask: a field that asks for anything else
 * cannot be answered.
 */
export const WIDGETS = {
  text: LINE,
  masked: LINE,
  money: LINE,
  email: TEXT,
  phone: TEXT,
  date: TEXT,
  code: TEXT,
  secret: TEXT,
  textarea: TEXT,
  radio: CHOICE,
  "choice-cards": { ...CHOICE, types: [...CHOICE.types, "array"] },
  checkboxes: { ...CHOICE, types: ["array"] },
  tags: { ...CHOICE, types: ["array"] },
  select: CHOICE,
  combobox: { types: ["string"], choices: "never", suggestions: "always" },
  typeahead: { types: ["string"], choices: "never", suggestions: "maybe" },
  quantity: { types: ["integer"], choices: "never", suggestions: "never" },
  checkbox: { types: ["boolean"], choices: "never", suggestions: "never" },
  file: { types: ["object", "array"], choices: "never", suggestions: "never" },
  hidden: { types: ["string", "number", "integer"], choices: "maybe", suggestions: "never" },
} as const satisfies Readonly<Record<WidgetKind, WidgetAbility>>;

/**
 * The widget that asks for a field: the one it names, else the one that fits its type and choices.
 */
export function widgetOf(field: FieldSchema): WidgetKind {
  if (field["x-widget"] !== undefined) return field["x-widget"];
  if (field.type === "array") return "checkboxes";
  if (field["x-choices"] !== undefined) return "radio";
  if (field.enum !== undefined) return field.enum.length > 5 ? "select" : "radio";
  if (field.type === "boolean") return "checkbox";
  if (field.type === "integer" && field.maximum !== undefined) return "quantity";
  return field["x-input"]?.mask === undefined ? "text" : "masked";
}
