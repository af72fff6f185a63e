import type { Rule, Template } from "./rule.ts";

/** flows/<flow>/screens/<screen>.yaml */
export interface ScreenDefinition {
  readonly screen: string;
  readonly description?: string;
  /** Below the flow's mount; `{applicationId}` and other parameters in braces take one segment each. */
  readonly path: string;
  /** Further paths that show the same screen; a last segment `*` takes anything. */
  readonly aliases?: readonly string[];
  readonly kind: ScreenKind;
  /** schemas/<flow>/forms/<form>.yaml */
  readonly form?: string;
  /** The form is only there while this holds; default: always. */
  readonly formWhen?: Rule;
  /** False: what is typed here and not sent is kept in the open page only. */
  readonly drafts?: boolean;
  /** Copy keys of the screen stand under this prefix; default `screens.<screen>`. */
  readonly copy?: string;
  /** Titles in place of the screen's one while their rule holds, the first that does: copy `<copy>.titles.<id>`. */
  readonly titles?: readonly { readonly id: string; readonly when: Rule }[];
  /** State path that the form's fields are read from and saved to, field by field. `x-bind` on a field overrides it. */
  readonly binds?: string;
  /** Who may be here: a rule or `{ guard: name }`. Default: always. Not met: the flow's resume table decides. */
  readonly allow?: Rule;
  /** The route does not exist at all unless this holds (then: unknown path). */
  readonly exists?: Rule;
  /** True once the screen needs no answer any more; resume and progress read it. */
  readonly done?: Rule;
  /** The screen is passed over in its sequence when this holds. */
  readonly passOver?: Rule;
  /** Screens open to visitors that are not signed in. */
  readonly public?: boolean;
  /** An action done by the server before the screen is drawn, as long as its `when` holds: what the screen needs to know. */
  readonly load?: string;
  /** A table asked each time the screen is opened; a row that goes somewhere wins over showing the screen. */
  readonly onOpen?: string;
  readonly blocks?: readonly BlockDefinition[];
  /** Repeating part of a list screen. */
  readonly list?: ListDefinition;
  readonly actions?: { readonly [action: string]: ActionDefinition };
  /** An action that the page sends by itself, at once and then every `everyMs`, until the screen changes or `untilMs` is over. */
  readonly poll?: PollDefinition;
  /** Illustration shown beside or above: a name the renderer knows; unknown names fail the check. */
  readonly illustration?: string;
}

export type ScreenKind = "form" | "list" | "waiting" | "outcome" | "choice" | "information";

export interface PollDefinition {
  readonly action: string;
  /** Milliseconds, or a rule that gives them. */
  readonly everyMs: Rule;
  readonly untilMs: Rule;
}

export interface ActionDefinition {
  /** How it is drawn; default `primary` for submit, `secondary` otherwise. `none` is not drawn (polls, background). */
  readonly style?: "primary" | "secondary" | "link" | "danger" | "back" | "none";
  /** Offered only while this holds. */
  readonly when?: Rule;
  /** Only shown where no script runs: what it does the page does by itself. */
  readonly scriptless?: boolean;
  /** Validates the screen's form and saves it before anything else; default true for `submit` on a screen with a form. */
  readonly form?: boolean;
  /** Saves what passes validation, refuses nothing: Back and "I'll do this later". */
  readonly keep?: boolean;
  /** The applicant is asked to confirm with copy `<copy>.actions.<action>.confirm.{title,text,yes,no}`. */
  readonly confirm?: boolean | Rule;
  /** Not offered again before this many milliseconds after it was last done (state path `x.at` given by `since`). */
  readonly countdown?: { readonly everyMs: Rule; readonly since: string };
  /** State changes, before the call. Keys are state paths; null removes. */
  readonly set?: { readonly [path: string]: Template };
  /** Several calls run one after the other; the first that does not succeed ends the row. */
  readonly call?: string | readonly string[];
  /** What the call may read as `with.…`. */
  readonly with?: Template;
  /** Table asked afterwards (after the last call's answer). Default: stay. */
  readonly then?: string;
  /** Shorthand for a table with one row. */
  readonly to?: string;
}

/** A part of a screen that is not form. `id` is stable, so that overlays can change or remove it. */
export interface BlockDefinition {
  readonly id: string;
  readonly kind: BlockKind;
  readonly when?: Rule;
  /** `facts`: it follows what is typed on the page and not sent yet. */
  readonly live?: boolean;
  /** Copy key; default `<screen copy>.blocks.<id>`. What stands under it depends on the kind. */
  readonly copy?: string;
  /** Parameters for the copy. */
  readonly with?: { readonly [name: string]: Template };
  readonly tone?: "info" | "success" | "warning" | "error";
  /** `facts`, `summary` and `timeline`: what is listed. */
  readonly items?: readonly BlockItemDefinition[];
  /** `countdown`: a rule giving the instant (ISO 8601) that is counted down to. */
  readonly until?: Rule;
  /** `link` and `dialog`: where to; an address from the configuration, or a screen. */
  readonly href?: Rule;
  /** `link`: the main thing to do on this screen, drawn like the main button. */
  readonly main?: boolean;
  /** Stands before (default) or after the form. A dialog stands over the page, without scripts on top of it. */
  readonly place?: "before" | "after";
  /** `dialog`: actions of the screen that are drawn in it and not below the form; without the dialog they are not offered. */
  readonly actions?: readonly string[];
  /** `dialog`: the visitor may put it aside, with a button or Escape; default true. */
  readonly closable?: boolean;
  /** `frame`: the page shown in it. A path of this site, or an address on one of `config.frameOrigins`; nothing else is drawn. */
  readonly src?: Rule;
  /** `frame`: the action of the screen that is done with the data the framed page hands over. */
  readonly action?: string;
  /** `frame`: in pixels; default 360. */
  readonly height?: number;
  /** `table`: headings from start to end, each with copy `<copy>.columns.<id>`. */
  readonly columns?: readonly TableColumnDefinition[];
  /** `table`: lines from top to bottom. */
  readonly rows?: readonly TableRowDefinition[];
}

export type BlockKind =
  | "text"
  | "notice"
  | "facts"
  | "steps"
  | "summary"
  | "countdown"
  | "link"
  | "support"
  | "disclosure"
  | "dialog"
  | "frame"
  | "table"
  | "timeline";

export interface TableColumnDefinition {
  readonly id: string;
  readonly when?: Rule;
  /** How its cells are written; default `text`. A row's own `as` wins. */
  readonly as?: TableCellStyle;
}

export interface TableRowDefinition {
  readonly id: string;
  readonly when?: Rule;
  /** The row is repeated for each element of this list, which its rules read as `item`. */
  readonly of?: Rule;
  /** Heading of the line; default copy `<copy>.rows.<id>`. */
  readonly label?: Template;
  /** Values by column; a column without one stays empty. */
  readonly cells: { readonly [column: string]: Template };
  readonly as?: TableCellStyle;
  /** Set apart from the rows above: what they come to. */
  readonly total?: boolean;
}

export type TableCellStyle = "text" | "money" | "percent" | "date";

export interface BlockItemDefinition {
  readonly id: string;
  readonly when?: Rule;
  /** What is shown, already in the shape `as` says. */
  readonly value?: Template;
  readonly as?: "text" | "money" | "percent" | "date" | "option" | "list";
  /** `option`: the copy prefix of the options, such as `options.territory`. */
  readonly options?: string;
  /** `summary`: the screen where it can be changed. */
  readonly change?: string;
  /** `facts` and `summary`: path of a small picture before the value; it only decorates. */
  readonly picture?: Rule;
  /** `timeline`: `done`, `now` or `later`; with anything else the item is left out. */
  readonly state?: Rule;
}

/** Entries of a list screen, one for each element of a state list. */
export interface ListDefinition {
  /** State path of the list, or a rule that gives it. Elements have an `id`. In rules an element is `item`. */
  readonly of: string | Rule;
  readonly when?: Rule;
  readonly title: Template;
  /** How the title is written; default `text`. */
  readonly as?: "text" | "money" | "date";
  readonly subtitle?: Template;
  /** Copy key under `<screen copy>.status.`. */
  readonly status?: Rule;
  readonly tone?: Rule;
  readonly actions?: { readonly [action: string]: ActionDefinition };
}

/** What the copy of a confirmation has. */
export const CONFIRM_PARTS = ["title", "text", "yes", "no"] as const;
