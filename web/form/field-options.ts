import type { CommaGroups } from "../../engine/copy/decimal-comma.ts";
import type { WidgetProps } from "@rjsf/utils";

/** The engine's options of a file field. */
export interface FileFieldOptions {
  /** Media types, and those of them that a camera makes. */
  readonly accept: readonly string[];
  readonly pictures: readonly string[];
  readonly maxBytes: number;
  readonly maxSide?: number;
  readonly capture?: "user" | "environment";
  readonly most: number;
  /** Kinds and size, in words. */
  readonly kinds: string;
  readonly size: string;
}

/** The engine's options of a field, beside its schema; see field-ui. */
export interface FieldOptions {
  readonly autocomplete?: string;
  readonly inputMode?: "text" | "numeric" | "tel" | "email" | "url" | "decimal";
  readonly mask?: string;
  readonly width?: "short" | "medium" | "full";
  readonly suggest?: {
    readonly debounceMs: number;
    readonly minimum: number;
    readonly strict: boolean;
    readonly fills?: readonly string[];
  };
  /** Format of a typed date. */
  readonly date?: string;
  readonly optional?: boolean;
  /** A number; the control holds its text. */
  readonly number?: boolean;
  /** What parts its thousands, where its decimals stand behind a comma. */
  readonly comma?: CommaGroups;
  /** Several choices; the controls hold a list. */
  readonly multiple?: boolean;
  /** A box that begins ticked. */
  readonly begins?: boolean;
  /** The field's group. */
  readonly group?: string;
  /** The choice "none of these". */
  readonly none?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Choices that an answer brought, in place of the schema's. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** By choice: its explanation, and its price. */
  readonly details?: readonly string[];
  readonly prices?: readonly string[];
  readonly empty?: string;
  /** The price of one of the counted things, for each way to get it. */
  readonly price?: readonly string[];
  /** Address of a picture of the counted thing. */
  readonly picture?: string;
  /** Options of a file field. */
  readonly file?: FileFieldOptions;
  /** Links to documents that the field mentions. */
  readonly links?: readonly { readonly href: string; readonly label: string }[];
  /** The reason for the question. */
  readonly help?: string;
}

/** The engine's options of a widget. */
export function optionsOf(props: Pick<WidgetProps, "options">): FieldOptions {
  return props.options as FieldOptions;
}

/** The field's name: that of its control, and of its errors' pointers. */
export function fieldName(id: string): string {
  return id.replace(/^root_/, "");
}

/** Ids of the elements that describe a control, of existing ones only. */
export function describedBy(
  id: string,
  has: {
    readonly hint: boolean;
    readonly price?: boolean;
    readonly error: boolean;
    readonly kept?: boolean;
    readonly note?: boolean;
    readonly why?: boolean;
  },
): string | undefined {
  const ids = [
    ...(has.hint ? [`${id}-hint`] : []),
    ...(has.price === true ? [`${id}-price`] : []),
    ...(has.kept === true ? [`${id}-kept`] : []),
    ...(has.error ? [`${id}-error`] : []),
    ...(has.note === true ? [`${id}-note`] : []),
    ...(has.why === true ? [`${id}-why`] : []),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}
