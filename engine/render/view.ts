import type { LiveRules } from "../live/live-rules.ts";
import type { PageScript } from "../compile/compile-page.ts";
import type { Json, JsonObject } from "../language/json.ts";

/**
 * Everything the renderer needs to draw one screen: already in the applicant's language, with secrets masked.
 * This is the JSON answered by `GET {path}`; its schema is schemas/api/screen-view.json.
 */
export interface ScreenView {
  readonly flow: string;
  /** Hash of the definitions it was made from. */
  readonly version: string;
  readonly screen: string;
  readonly kind: "form" | "list" | "waiting" | "outcome" | "choice" | "information";
  /** Where the state allows the applicant to be; the renderer puts it into the address bar. */
  readonly path: string;
  /** Revision that a POST has to send back. */
  readonly revision: number;
  readonly locale: string;
  readonly dir: "ltr" | "rtl";
  /** Of the page and its h1. */
  readonly title: string;
  readonly intro?: string;
  readonly illustration?: string;
  readonly blocks: readonly BlockView[];
  readonly list?: ListView;
  readonly form?: FormView;
  /** Values of the form by field; fields that are masked are absent and stand in `form.kept`. */
  readonly data: JsonObject;
  /** What is typed is kept: `PUT {path}` with `over`. `at`: when what was typed and not sent, and is laid over `data`, was kept; `by`: the page that sent it. Put in by the server. */
  readonly draft?: { readonly over: string; readonly at?: string; readonly by?: string };
  readonly actions: readonly ActionView[];
  readonly progress?: ProgressView;
  readonly notices: readonly NoticeView[];
  /** The server wants to be told when the page is closed: a beacon to `path` with the action `@unload`. */
  readonly unload?: boolean;
  /** The visitor has a session; it lives at least so many milliseconds on after this view was made. Put in by the server. */
  readonly session?: { readonly endsInMs: number };
  readonly poll?: { readonly action: string; readonly everyMs: number; readonly untilMs: number };
  /** After a refused submission: what is wrong, in screen order. */
  readonly errors?: readonly FieldErrorView[];
  readonly because: string;
  readonly brand: BrandView;
  readonly locales: readonly {
    readonly locale: string;
    readonly label: string;
    readonly current: boolean;
  }[];
  /** What the page brings along: scripts of others, keys for the session storage, and whether screens are told to the data layer. */
  readonly page?: {
    readonly scripts: readonly PageScript[];
    readonly marks: readonly string[];
    readonly dataLayer: boolean;
  };
  /** Asked before another language is taken, since everything begins anew with it: the answer is the action `@locale`, its item the locale. */
  readonly localeAsks?: NonNullable<ActionView["confirm"]>;
  /** Actions of which the server wants to know that their question was declined: a beacon to `path` with the action `@decline`. */
  readonly declines?: readonly string[];
  /** The renderer's own words (continue, error summary, offline …) by key. */
  readonly words: { readonly [key: string]: string };
  /** Paths of screens that are likely next; the renderer may fetch their code. */
  readonly likely: readonly string[];
  /** Validator modules of their forms, to be there when Continue is pressed. */
  readonly ahead: readonly string[];
}

export interface FormView {
  readonly id: string;
  /** Plain JSON Schema without titles: the very schema that `validator` was compiled from. */
  readonly schema: JsonObject;
  /** rjsf uiSchema: titles, hints, widgets, order. */
  readonly ui: JsonObject;
  /** URL of the compiled validator module. */
  readonly validator: string;
  /** Fields whose stored value is not shown: what is shown in its place (`•••• 6789`). Left empty, they keep their value. */
  readonly kept: { readonly [field: string]: string };
  /** Message by field, then by `required`, keyword, or `format:<check code>`; `*` for anything else. Placeholders filled. */
  readonly messages: { readonly [field: string]: { readonly [cause: string]: string } };
  /** Named formats used by the schema, as data for `engine/validate`. */
  readonly formats: JsonObject;
  /** Files that are given already, by field. */
  readonly files?: { readonly [field: string]: readonly FileView[] };
  /** What fields with suggestions say of their value and of what is chosen. */
  readonly suggests: { readonly [field: string]: SuggestView };
  /** Rules over the whole form that the browser can judge by itself. */
  readonly rules: readonly {
    readonly id: string;
    readonly when: Json;
    readonly field: string;
    readonly message: string;
  }[];
  /** Values the formats and rules need: `today` and constants. */
  readonly given: JsonObject;
  /** What the page needs so that parts of it follow what is typed. */
  readonly live?: LiveRules;
  /** Choices that are not offered for the answers shown, by field. */
  readonly away?: { readonly [field: string]: readonly string[] };
}

/** A file that was given. Its picture, where it has one, is at the screen's path with `?file=<id>`. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  /** As people write it. */
  readonly size: string;
  readonly picture: boolean;
}

export interface SuggestView {
  /** What people read for the value that the field begins with. */
  readonly chosen?: { readonly label: string; readonly tone?: string };
  /** What could be meant by words that were typed without scripts; put in by the server. */
  readonly offered?: readonly { readonly value: string; readonly label: string }[];
  /** Text to look for when the field is entered before anything is typed. */
  readonly initial?: string;
  /** What is told once something of a tone is chosen, by tone. */
  readonly notes: {
    readonly [tone: string]: {
      readonly text: string;
      readonly link?: { readonly href: string; readonly label: string };
    };
  };
}

export interface ActionView {
  readonly id: string;
  readonly label: string;
  /** Label while it runs. */
  readonly busy?: string;
  readonly style: "primary" | "secondary" | "link" | "danger" | "back" | "none";
  readonly submitsForm: boolean;
  readonly confirm?: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  };
  /** Only shown where no script runs. */
  readonly scriptless?: true;
  /** ISO 8601: not offered before. */
  readonly availableAt?: string;
  readonly item?: string;
}

export interface ProgressView {
  readonly step: number;
  readonly of: number;
  /** "Step 2 of 6" */
  readonly label: string;
}

export interface NoticeView {
  readonly id: string;
  readonly tone: "info" | "success" | "warning" | "error";
  readonly text: string;
  /** Also shown as a toast that closes by itself after so long; absent: no toast. */
  readonly toastMs?: number;
  /** Address of a link to try again. */
  readonly again?: string;
}

export interface FieldErrorView {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

export type BlockView = { readonly id: string; readonly place: "before" | "after" } & (
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "notice";
      readonly tone: "info" | "success" | "warning" | "error";
      readonly title?: string;
      readonly text: string;
    }
  | {
      readonly kind: "facts";
      readonly title?: string;
      readonly items: readonly {
        readonly label: string;
        readonly value: string;
        readonly picture?: string;
      }[];
    }
  | {
      readonly kind: "steps";
      readonly title?: string;
      readonly items: readonly { readonly title: string; readonly text?: string }[];
    }
  | {
      readonly kind: "summary";
      readonly title?: string;
      readonly items: readonly {
        readonly label: string;
        readonly value: string;
        readonly picture?: string;
        readonly change?: { readonly href: string; readonly label: string };
      }[];
    }
  | {
      readonly kind: "countdown";
      readonly until: string;
      readonly text: string;
      readonly over?: string;
    }
  | { readonly kind: "link"; readonly href: string; readonly text: string; readonly main?: boolean }
  | {
      readonly kind: "support";
      readonly text: string;
      readonly phone?: string;
      readonly href?: string;
    }
  | { readonly kind: "disclosure"; readonly title: string; readonly text: string }
  | {
      readonly kind: "dialog";
      readonly title: string;
      readonly text: string;
      readonly steps: readonly { readonly title: string; readonly text?: string }[];
      readonly link?: { readonly href: string; readonly text: string };
      readonly closable: boolean;
      /** Ids of the view's actions that are drawn in it. */
      readonly actions: readonly string[];
    }
  | {
      readonly kind: "frame";
      readonly title: string;
      readonly text: string;
      /** A path of this site, or an address whose origin may be framed. */
      readonly src: string;
      /** Id of the view's action that is done with what the framed page sends: `{ foyer: true, data: { … } }` by postMessage. */
      readonly action: string;
      readonly height: number;
      /** What to do where no script can hear the framed page. */
      readonly noscript: string;
    }
  | {
      readonly kind: "table";
      readonly title?: string;
      readonly text: string;
      /** Heading of the column of headings. */
      readonly corner: string;
      readonly columns: readonly {
        readonly id: string;
        readonly label: string;
        readonly align: "start" | "end";
      }[];
      /** `cells` has a text for each column; an empty one says that there is no value. */
      readonly rows: readonly {
        readonly id: string;
        readonly label: string;
        readonly cells: readonly string[];
        readonly total: boolean;
      }[];
    }
  | {
      readonly kind: "timeline";
      readonly title?: string;
      readonly text: string;
      readonly items: readonly {
        readonly id: string;
        readonly title: string;
        readonly text?: string;
        readonly state: "done" | "now" | "later";
      }[];
    }
);

export interface ListView {
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly subtitle?: string;
    readonly status?: string;
    readonly tone?: "info" | "success" | "warning" | "error";
    readonly actions: readonly ActionView[];
  }[];
  readonly empty?: string;
}

/** The look of a portal or reseller. Colours are checked for contrast when the flow is compiled. */
export interface BrandView {
  readonly name: string;
  /** Path or data URL. */
  readonly logo?: string;
  readonly favicon?: string;
  readonly homeHref?: string;
  /** Somebody else's name and logo, beside ours or, `first`, before them. */
  readonly cobrand?: { readonly name: string; readonly logo?: string; readonly first: boolean };
  readonly theme: ThemeView;
  readonly support: { readonly phone?: string; readonly href?: string; readonly label: string };
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

export interface ThemeView {
  /** `accent`, `accentText`, … by mode; CSS colours. */
  readonly light: { readonly [token: string]: string };
  readonly dark: { readonly [token: string]: string };
  /** CSS length of a control's corner. */
  readonly radius: string;
  /** CSS font-family lists. */
  readonly bodyFont: string;
  readonly headingFont: string;
}
