// Generated from schemas/definition/screen.json by `npm run types:generate`: change the schema, not this file.
import type { Rule, Template } from "../rule.ts";

/** What kind of screen. */
export type ScreenKind = "form" | "list" | "waiting" | "outcome" | "choice" | "information";
/** What it is. */
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
  | "offer"
  | "frame"
  | "table"
  | "timeline";
/** How its cells are written; default text. money takes minor units, percent a number of percent, date an ISO day. */
export type TableCellStyle = "text" | "money" | "percent" | "date";

/** flows/<flow>/screens/<screen>.yaml: one place an applicant can be. */
export interface ScreenDefinition {
  /** Id of the screen. */
  readonly screen: string;
  /** What it is for. */
  readonly description?: string;
  /** Below the flow's mount; {name} takes one segment. */
  readonly path: string;
  /**
   * Further paths; a last segment * takes the rest.
   *
   * Items: A path.
   */
  readonly aliases?: readonly string[];
  readonly kind: ScreenKind;
  /** Form in schemas/<flow>/forms/. */
  readonly form?: string;
  /** The form is only there while this holds (a JSON-logic rule) */
  readonly formWhen?: Rule;
  readonly parts?: PartsDefinition;
  /** False: typed answers that were not sent stay in the open page only; the service stores no draft of them (`drafts` in flow.yaml). */
  readonly drafts?: boolean;
  /** Prefix of its copy keys; default screens.<screen>. */
  readonly copy?: string;
  /**
   * Titles in place of the screen's one: the first whose rule holds, with copy `<copy>.titles.<id>`. The screen's own title stands where none does.
   *
   * @minItems 1
   *
   * Items: A title.
   */
  readonly titles?: readonly {
    /** Its name in the copy. */
    readonly id: string;
    /** While this holds (a JSON-logic rule) */
    readonly when: Rule;
  }[];
  /** Parameters for the copy of the title, the titles and the intro. */
  readonly with?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** State path its fields are read from and saved to. */
  readonly binds?: string;
  /** Who may be here; otherwise the resume table decides. Left out, it follows: in a sequence, once the screens before it are done or skipped, while the sequence is open; of an `asked` screen, while it is asked; of any other, always (a JSON-logic rule) */
  readonly allow?: Rule;
  /** On a screen outside of sequences, a question that is asked only sometimes: while this holds the screen may be shown, and resumption leads there until it is done (a JSON-logic rule) */
  readonly asked?: Rule;
  /** The path does not exist unless this holds (a JSON-logic rule) */
  readonly exists?: Rule;
  /** Holds once the screen needs no answer any more. Left out, it follows from the form, of a screen in a sequence and of one that is `asked` and sends its answers to no service: each required field that this variant asks has an answer in the state (a JSON-logic rule) */
  readonly done?: Rule;
  /** The screen is skipped in its sequence while this holds (a JSON-logic rule) */
  readonly skip?: Rule;
  /** Answers are checked here: once every screen before it in its sequence is done, `next` leads here from any of them, so that a change comes back. */
  readonly review?: boolean;
  /** Open to visitors that are not signed in. */
  readonly public?: boolean;
  /** Action done by the server before the screen is drawn, as long as its `when` holds. */
  readonly load?: string;
  /** Asked each time it is opened (a table's name, or its rows in place) */
  readonly onOpen?: string;
  /** Parts that are not form. */
  readonly blocks?: readonly BlockDefinition[];
  readonly list?: ListDefinition;
  /** Actions by name. */
  readonly actions?: {
    readonly [k: string]: ActionDefinition;
  };
  readonly poll?: PollDefinition;
  /** Name of a drawing. */
  readonly illustration?:
    | "success"
    | "waiting"
    | "review"
    | "phone"
    | "id-card"
    | "document"
    | "people"
    | "link-account"
    | "welcome"
    | "storefront"
    | "error";
}
/** The form is asked in parts, one small group of fields a page, each with a heading of its own: copy `<copy>.parts.<id>.title`, and `intro` if wanted. It stays one screen: the part is in the address (`?part=<id>`), Continue leads to the next part that has a field to ask, and after the last one the action runs with the whole form. Of an answered form each part leads straight on. Every field belongs to one part. */
export interface PartsDefinition {
  /** The form is asked in parts while this holds, and on one page otherwise; left out: always (a JSON-logic rule) */
  readonly when?: Rule;
  /**
   * The parts in order. A part of which no field is asked is left out.
   *
   * @minItems 2
   */
  readonly pages: readonly PartDefinition[];
}
/** A part. */
export interface PartDefinition {
  /** Its name in the address and in the copy. */
  readonly id: string;
  /**
   * Its fields, in the order of the form; the name of a group stands for all of the group.
   *
   * @minItems 1
   *
   * Items: A field or a group.
   */
  readonly fields: readonly string[];
}
/** One entry for each element of a state list. */
export interface ListDefinition {
  /** State path of the list, or a JSON-logic rule that gives it; its elements have an id. */
  readonly of: Rule;
  /** The list asks for its entries: this form asks for one, on the screens of this name and of this name with `-new`, which are made. Their pages are PATH/new and PATH/{ENTRY}, the name without hyphens. The list gets the actions add, change and remove, and asks "Add another?" before it leads where `submit` says (by default to the next screen of its sequence). A file of one of these screens changes the generated one. */
  readonly entry?: string;
  /** With `entry`: how many entries there have to be; default 0 (a JSON-logic rule) */
  readonly min?: Rule;
  /** With `entry`: how many entries there may be (a JSON-logic rule) */
  readonly max?: Rule;
  /** With `entry`: the state path that becomes true once a person confirms that there is nothing to add. Required in a sequence whose list may stay empty. */
  readonly answered?: string;
  /** Which elements; reads item (a JSON-logic rule) */
  readonly when?: Rule;
  /** Title of an entry (JSON in which rules stand for their values) */
  readonly title: Template;
  /** How the title is written; a day such as 1990-02-01 is always written as a date. */
  readonly as?: "text" | "money" | "date";
  /** Subtitle of an entry; a day such as 1990-02-01 is written as a date (JSON in which rules stand for their values) */
  readonly subtitle?: Template;
  /** Copy key below status. (a JSON-logic rule) */
  readonly status?: Rule;
  /** info, success, warning or error (a JSON-logic rule) */
  readonly tone?: Rule;
  /** Actions of an entry. */
  readonly actions?: {
    readonly [k: string]: ActionDefinition;
  };
}
/** An action the page does by itself. */
export interface PollDefinition {
  /** Which. */
  readonly action: string;
  /** How often, in milliseconds; never more often than four times a second (a JSON-logic rule) */
  readonly everyMs: Rule;
  /** How long, in milliseconds (a JSON-logic rule) */
  readonly untilMs: Rule;
}
/** Something the applicant can do. */
export interface ActionDefinition {
  /** How it is drawn; none is not drawn. */
  readonly style?: "primary" | "secondary" | "link" | "danger" | "back" | "none";
  /** Offered only while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  /**
   * Labels in place of the action's one: the first whose rule holds, with copy `<copy>.actions.<action>.labels.<id>.label`, and `.busy`. On a screen with a form they follow answers that are typed and not sent yet; their rules then read nothing personal, and no catalogue.
   *
   * @minItems 1
   *
   * Items: A label.
   */
  readonly labels?: readonly {
    /** Its name in the copy. */
    readonly id: string;
    /** While this holds (a JSON-logic rule) */
    readonly when: Rule;
  }[];
  /** Only shown where no script runs: where one does, the page does this by itself. */
  readonly scriptless?: boolean;
  /** Whether the form is validated and saved first; default: for `submit` only. */
  readonly form?: boolean;
  /** Stores the valid answers and refuses nothing: for Back and "later". */
  readonly keep?: boolean;
  /** Whether to ask first. `confirm.named` of the copy is the title for an entry of a list, with its `{title}` (a JSON-logic rule) */
  readonly confirm?: Rule;
  /** Not offered again too soon: a press before is refused with 409 `too-soon`. */
  readonly countdown?: {
    /** How long, in milliseconds (a JSON-logic rule) */
    readonly everyMs: Rule;
    /** State path of the instant it was last done. */
    readonly since: string;
  };
  /** State changes before the call; null removes. */
  readonly set?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** A call, or several one after the other. */
  readonly call?: string | readonly string[];
  /** What the call may read as with.… (JSON in which rules stand for their values) */
  readonly with?: Template;
  /** Asked afterwards (a table's name, or its rows in place) */
  readonly then?: string;
  /** Or simply where it leads: a screen, next or previous. */
  readonly to?: string;
}
/** A part of a screen that is not form. */
export interface BlockDefinition {
  /** Stable id, so that overlays can change it. */
  readonly id: string;
  /** In an overlay: takes the block away. */
  readonly remove?: boolean;
  readonly kind: BlockKind;
  /** Shown only while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  /** Shown with this part of the form alone; on every page of a form in parts without it, and always where the form is on one page. */
  readonly part?: string;
  /** Copy key; default <screen>.blocks.<id>. */
  readonly copy?: string;
  /** Parameters for the copy. */
  readonly with?: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** How a notice is meant. */
  readonly tone?: "info" | "success" | "warning" | "error";
  /** For a summary: the screen where all of it can be changed. Its `to: previous` leads back here (`?back=SCREEN` in its address). */
  readonly change?: string;
  /** For a notice at the side: its drawing; left out, that of its tone. Texts below `items` of its copy are a list with ticks. */
  readonly icon?:
    | "info"
    | "document"
    | "lock"
    | "shield"
    | "clock"
    | "building"
    | "mail"
    | "truck"
    | "help";
  /** For facts and a summary: a list. The block is there once for each of its elements, which its rules read as item; `change` of the block leads to the screen of that entry (a JSON-logic rule) */
  readonly of?: Rule;
  /** For facts, a summary and a timeline: the listed entries. */
  readonly items?: readonly BlockItemDefinition[];
  /** The instant counted down to (a JSON-logic rule) */
  readonly until?: Rule;
  /** For a link or a dialog: where the link leads, a screen or an address (a JSON-logic rule) */
  readonly href?: Rule;
  /** For a link: it is the main thing to do on this screen, and drawn like the main button. */
  readonly main?: boolean;
  /** For facts: they follow answers that are typed on the page and not sent yet, as if they were saved. Without scripts they follow the saved answers. Their rules read nothing personal, and no catalogue. */
  readonly live?: boolean;
  /** Before or after the form, or in the column beside it: `side` stands below the form where the window is narrow, and `beside` above its actions, or above a frame before the form. A dialog stands over the page, and an offer before the form. */
  readonly place?: "before" | "after" | "side" | "beside";
  /**
   * For a dialog or an offer: actions of the screen that are drawn in it and not below the form; without the block they are not offered.
   *
   * Items: An action of the screen.
   */
  readonly actions?: readonly string[];
  /** For a dialog: it may be put aside, with a button or Escape; default true. */
  readonly closable?: boolean;
  /** For a frame: what it shows, a path of this site or an address on one of config.frameOrigins (a JSON-logic rule) */
  readonly src?: Rule;
  /** For a frame: action of the screen that is done with the data the framed page hands over. */
  readonly action?: string;
  /** For a frame: in pixels; default 360. */
  readonly height?: number;
  /**
   * For a table: headings from start to end.
   *
   * @minItems 1
   */
  readonly columns?: readonly TableColumnDefinition[];
  /**
   * For a table: lines from top to bottom.
   *
   * @minItems 1
   */
  readonly rows?: readonly TableRowDefinition[];
}
/** One line of a list of facts, a summary or a timeline. */
export interface BlockItemDefinition {
  /** Stable id. */
  readonly id: string;
  /** Shown only while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  /** What is shown (JSON in which rules stand for their values) */
  readonly value?: Template;
  /** How it is written. */
  readonly as?: "text" | "money" | "percent" | "date" | "phone" | "option" | "list";
  /** For option: copy prefix of the choices. */
  readonly options?: string;
  /** For a summary: the screen where it can be changed. Its `to: previous` leads back here (`?back=SCREEN` in its address). */
  readonly change?: string;
  /** For facts and a summary: path of a small picture before the value, such as /brand/<flow>/visa.svg; it only decorates. Without a path there is none (a JSON-logic rule) */
  readonly picture?: Rule;
  /** For facts: it is what the others come to, and drawn large below a line. */
  readonly total?: boolean;
  /** For a timeline: done, now or later; with anything else the item is left out (a JSON-logic rule) */
  readonly state?: Rule;
  /** For a timeline: the ISO instant at which it happened, written in the reader's time zone; without one nothing is written (a JSON-logic rule) */
  readonly at?: Rule;
}
/** A column of a table; its heading is copy columns.<id>. */
export interface TableColumnDefinition {
  /** Stable id, which cells are given by. */
  readonly id: string;
  /** There only while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  readonly as?: TableCellStyle;
}
/** A line of a table; its heading is copy rows.<id>, or label. */
export interface TableRowDefinition {
  /** Stable id. */
  readonly id: string;
  /** There only while this holds (a JSON-logic rule) */
  readonly when?: Rule;
  /** A list: the row is repeated for each of its elements, which its rules read as item (a JSON-logic rule) */
  readonly of?: Rule;
  /** Heading of the line, in place of copy (JSON in which rules stand for their values) */
  readonly label?: Template;
  /** Values by column; a column without one stays empty. */
  readonly cells: {
    /** The value (JSON in which rules stand for their values) */
    readonly [k: string]: Template;
  };
  /** How all its cells are written; it overrides the columns' own. */
  readonly as?: "text" | "money" | "percent" | "date";
  /** Set apart from the rows above: what they come to. */
  readonly total?: boolean;
}
