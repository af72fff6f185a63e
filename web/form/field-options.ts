import type { WidgetProps } from "@rjsf/utils";

/** What the engine says of the files that a field takes. */
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

/** What the engine says about a field beside its schema; see render-form. */
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
  /** How a date is written, where one is asked for. */
  readonly date?: string;
  readonly optional?: boolean;
  /** A number is meant; the control holds its text. */
  readonly number?: boolean;
  /** Several choices are taken; the controls hold a list. */
  readonly multiple?: boolean;
  /** The group that the field is a part of. */
  readonly group?: string;
  /** The choice that stands for none of the others. */
  readonly none?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** By choice: a line that explains it, and what it costs. */
  readonly details?: readonly string[];
  readonly prices?: readonly string[];
  readonly empty?: string;
  /** Files that are taken. */
  readonly file?: FileFieldOptions;
  /** What the field speaks of, to be read beside the form. */
  readonly links?: readonly { readonly href: string; readonly label: string }[];
  /** Why the field is asked for. */
  readonly help?: string;
}

/** The engine's options of a widget. */
export function optionsOf(props: Pick<WidgetProps, "options">): FieldOptions {
  return props.options as FieldOptions;
}

/** The field's own name: the name of its control, and what errors point at. */
export function fieldName(id: string): string {
  return id.replace(/^root_/, "");
}

/** Ids of what describes a control; only of things that are there. */
export function describedBy(
  id: string,
  has: {
    readonly hint: boolean;
    readonly error: boolean;
    readonly kept?: boolean;
    readonly note?: boolean;
    readonly why?: boolean;
  },
): string | undefined {
  const ids = [
    ...(has.hint ? [`${id}-hint`] : []),
    ...(has.kept === true ? [`${id}-kept`] : []),
    ...(has.error ? [`${id}-error`] : []),
    ...(has.note === true ? [`${id}-note`] : []),
    ...(has.why === true ? [`${id}-why`] : []),
  ];
  return ids.length === 0 ? undefined : ids.join(" ");
}
