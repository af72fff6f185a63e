// Generated from schemas/api/screen-view.json by `npm run types:generate`: change the schema, not this file.
import type { Json, JsonObject } from "../../language/json.ts";

/** A part of the page beside the form. */
export type BlockView =
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "text";
      /** A heading above it. */
      readonly title?: string;
      readonly text: string;
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "notice";
      readonly tone: "info" | "success" | "warning" | "error";
      /** Its drawing, in place of the tone's. */
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
      readonly title?: string;
      readonly text: string;
      /** A list with ticks, below the text. */
      readonly items?: readonly string[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "facts";
      readonly title?: string;
      /** A note below the list. */
      readonly text?: string;
      readonly items: readonly {
        readonly label: string;
        readonly value: string;
        /** It is what the others come to. */
        readonly total?: boolean;
        /** A picture by name. */
        readonly picture?: string;
      }[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "steps";
      readonly title?: string;
      readonly items: readonly {
        readonly title: string;
        readonly text?: string;
      }[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "summary";
      readonly title?: string;
      /** The link to the screen where all of it can be changed. */
      readonly change?: {
        readonly href: string;
        readonly label: string;
      };
      readonly items: readonly {
        readonly label: string;
        readonly value: string;
        /** A picture by name. */
        readonly picture?: string;
        /** A link. */
        readonly change?: {
          readonly href: string;
          readonly label: string;
        };
      }[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "countdown";
      /** ISO 8601. */
      readonly until: string;
      /** The day of `until` in words, for a page without scripts. */
      readonly day?: string;
      readonly text: string;
      readonly over?: string;
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "link";
      readonly href: string;
      readonly text: string;
      /** The main thing to do here. */
      readonly main?: boolean;
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "support";
      readonly title?: string;
      readonly text: string;
      readonly phone?: string;
      readonly href?: string;
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "disclosure";
      readonly title: string;
      readonly text: string;
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "dialog";
      readonly title: string;
      readonly text: string;
      readonly steps: readonly {
        readonly title: string;
        readonly text?: string;
      }[];
      /** A link. */
      readonly link?: {
        readonly href: string;
        readonly text: string;
      };
      readonly closable: boolean;
      /** Ids of the view's actions that are drawn in it. */
      readonly actions: readonly string[];
    }
  | {
      readonly id: string;
      readonly place: "before";
      readonly kind: "offer";
      readonly title: string;
      readonly text: string;
      /** Ids of the view's actions that are drawn in it. */
      readonly actions: readonly string[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
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
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
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
      readonly rows: readonly {
        readonly id: string;
        readonly label: string;
        readonly cells: readonly string[];
        readonly total: boolean;
      }[];
    }
  | {
      readonly id: string;
      /** Before or after the form, or beside it. */
      readonly place: "before" | "after" | "side" | "beside";
      readonly kind: "timeline";
      readonly title?: string;
      readonly text: string;
      readonly items: readonly {
        readonly id: string;
        readonly title: string;
        readonly text?: string;
        readonly state: "done" | "now" | "later";
        /** When it happened. */
        readonly at?: string;
      }[];
    };

/** What `GET {path}` answers to `Accept: application/json`, and every POST that is not refused: all that is needed to draw one screen, in the applicant's language, with secrets masked. */
export interface ScreenViewShape {
  readonly flow: string;
  /** Hash of the definitions it was made from. */
  readonly version: string;
  readonly screen: string;
  readonly kind: "form" | "list" | "waiting" | "outcome" | "choice" | "information";
  /** Where the state allows the applicant to be; belongs into the address bar. */
  readonly path: string;
  /** The part of the form that is shown, where the form is asked in parts; it is in the path as well. */
  readonly part?: string;
  /** Sent back by a POST: the service reports values that changed meanwhile and overwrites none of them. */
  readonly revision: number;
  readonly locale: string;
  readonly dir: "ltr" | "rtl";
  /** Of the page and its h1. */
  readonly title: string;
  /** Of the tab and of the browser's history, in place of a title with personal values; empty where there is no other title. */
  readonly documentTitle?: string;
  readonly intro?: string;
  readonly illustration?: string;
  readonly blocks: readonly BlockView[];
  readonly list?: ListView;
  readonly form?: FormViewShape;
  /** Values of the form by field; fields that are masked stand in `form.kept`. */
  readonly data: JsonObject;
  /** What is typed here is kept: `PUT {path}` with `{ over, data }`. There while the visitor has an application and the screen keeps drafts. */
  readonly draft?: {
    /** Identifies the stored answers under a draft; sent back with each draft. */
    readonly over: string;
    /** When the draft was stored; the page lays it over `data`. ISO 8601. */
    readonly at?: string;
    /** The open page that it came from, by the name it gave itself in `by`. */
    readonly by?: string;
    /** The fields of `data` that come from the draft. */
    readonly fields?: readonly string[];
  };
  readonly actions: readonly ActionView[];
  readonly progress?: ProgressView;
  readonly rail?: RailView;
  readonly notices: readonly NoticeView[];
  /** The server wants to be told when the page is closed: a beacon to `path` with the action `@unload`. */
  readonly unload?: boolean;
  /** The person who is signed in, or the guest who answers a part of the application. */
  readonly account?:
    | {
        readonly kind: "own";
        readonly name: string;
        /** Beside a name. */
        readonly email?: string;
      }
    | {
        readonly kind: "part";
        readonly of: string;
      };
  /** The visitor's session lives at least so long on. */
  readonly session?: {
    readonly endsInMs: number;
  };
  /** An action to be done again and again while the screen is open. */
  readonly poll?: {
    readonly action: string;
    readonly everyMs: number;
    readonly untilMs: number;
  };
  /** After a refused submission: its problems, in screen order. */
  readonly errors?: readonly FieldErrorView[];
  /** The row of the tables that decided. */
  readonly because: string;
  readonly brand: BrandView;
  readonly locales: readonly {
    readonly locale: string;
    readonly label: string;
    readonly current: boolean;
  }[];
  /** What the page brings along. */
  readonly page?: {
    /** Third-party scripts, with their `data-` attributes. */
    readonly scripts: readonly {
      readonly src: string;
      readonly data: {
        readonly [k: string]: string;
      };
    }[];
    readonly marks: readonly string[];
    readonly dataLayer: boolean;
  };
  /** Asked before another language is taken. */
  readonly localeAsks?: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  };
  /** Actions of which the server wants to know that their question was declined: a beacon to `path` with the action `@decline`. */
  readonly declines?: readonly string[];
  /** The renderer's own words by key. */
  readonly words: {
    readonly [k: string]: string;
  };
  /** Paths of screens that are likely next. */
  readonly likely: readonly string[];
  /** Validator modules of their forms. */
  readonly ahead: readonly string[];
}
export interface ProgressView {
  readonly step: number;
  readonly of: number;
  /** "Step 2 of 6" */
  readonly label: string;
}
/** The sections of this applicant's way, in order. */
export interface RailView {
  readonly sections: readonly SectionView[];
  /** About how many minutes are left. */
  readonly minutes?: number;
  /** Label of the screen that comes next in the present sequence. */
  readonly next?: string;
}
export interface NoticeView {
  readonly id: string;
  readonly tone: "info" | "success" | "warning" | "error";
  readonly text: string;
  /** Milliseconds for which it floats over the page; where no script runs it stands on the page. */
  readonly toastMs?: number;
  /** Address of a link to try again: what could not be read may be there now. */
  readonly again?: string;
}
export interface FieldErrorView {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}
/** Something that can be done here: POST the screen's path with `action` its id. */
export interface ActionView {
  readonly id: string;
  readonly label: string;
  /** Label while it runs. */
  readonly busy?: string;
  readonly style: "primary" | "secondary" | "link" | "danger" | "back" | "none";
  /** The form's values go with it, as `data`. */
  readonly submitsForm: boolean;
  /** The action saves the valid values of the form and refuses none, so the page does not validate it. */
  readonly keeps?: true;
  /** Asked before it is done. */
  readonly confirm?: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    readonly no: string;
  };
  /** Only shown where no script runs: where one does, the page does it by itself. */
  readonly scriptless?: true;
  /** ISO 8601: not offered before. */
  readonly availableAt?: string;
  /** The item of a list that it is about; sent back as `item`. */
  readonly item?: string;
}
/** A file that was given; its picture, where it has one, is at the screen's path with `?file=<id>`. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  /** As people write it. */
  readonly size: string;
  readonly picture: boolean;
}
/** Notes of a field with suggestions about its value and the chosen suggestion. */
export interface SuggestView {
  /** What people read for the value that the field begins with. */
  readonly chosen?: {
    readonly label: string;
    readonly tone?: string;
  };
  /** What could be meant by words that were typed without scripts. */
  readonly offered?: readonly {
    readonly value: string;
    readonly label: string;
  }[];
  /** Text to look for when the field is entered before anything is typed. */
  readonly initial?: string;
  /** The note shown once a suggestion of a tone is chosen, by tone. */
  readonly notes: {
    readonly [k: string]: {
      readonly text: string;
      /** A link. */
      readonly link?: {
        readonly href: string;
        readonly label: string;
      };
    };
  };
}
/** The form to fill in. */
export interface FormViewShape {
  readonly id: string;
  /** Plain JSON Schema without titles: the very schema that `validator` was compiled from. */
  readonly schema: JsonObject;
  /** uiSchema of react-jsonschema-form: titles, hints, widgets, order. */
  readonly ui: JsonObject;
  /** URL of the compiled validator module. */
  readonly validator: string;
  /** Fields whose stored value is not shown, each with its placeholder. Left empty, they keep their value. */
  readonly kept: {
    readonly [k: string]: string;
  };
  /** Fields that the schema requires and that need no answer as things stand. */
  readonly spared?: readonly string[];
  /** Message by field, then by `required`, keyword, or `format:<check code>`; `*` for anything else. */
  readonly messages: {
    readonly [k: string]: {
      readonly [k: string]: string;
    };
  };
  /** Named formats used by the schema, as data. */
  readonly formats: JsonObject;
  /** Files that are given already, by field. */
  readonly files?: {
    readonly [k: string]: readonly FileView[];
  };
  readonly suggests: {
    readonly [k: string]: SuggestView;
  };
  /** Rules over the whole form that the browser can check by itself, in JSON-logic. */
  readonly rules: readonly {
    readonly id: string;
    readonly when: Json;
    readonly field: string;
    readonly message: string;
  }[];
  /** Values the formats and rules need: `today` and constants. */
  readonly given: JsonObject;
  /** Rules with which the page updates parts of itself as the applicant types: JSON-logic, the guards and values it uses, the facts it reads, and where it reads the answers. */
  readonly live?: {
    /** Rules by name. */
    readonly guards: JsonObject;
    /** Rules by name. */
    readonly values: JsonObject;
    /** What the rules read, as it is before anything is typed. */
    readonly facts: JsonObject;
    /** Where the rules read the answer of a field. */
    readonly paths: {
      readonly [k: string]: {
        readonly at: string;
        readonly number: boolean;
      };
    };
    readonly currency?: string;
    /** Fields whose value follows, by rule. */
    readonly computed: JsonObject;
    /** Choices that are offered while a rule holds, by field. */
    readonly offered: {
      readonly [k: string]: JsonObject;
    };
    /** Lines of the blocks that follow, by block. */
    readonly blocks: {
      readonly [k: string]: readonly {
        readonly label: string;
        readonly as: "text" | "money" | "percent" | "date" | "phone" | "option" | "list";
        /** The labels of options, by choice. */
        readonly words?: {
          readonly [k: string]: string;
        };
        readonly when?: Json;
        readonly value?: Json;
        readonly none?: string;
        readonly total?: boolean;
        readonly picture?: string;
      }[];
    };
    /** What a button says, by action: the first whose rule holds. */
    readonly labels: {
      readonly [k: string]: readonly {
        readonly label: string;
        readonly busy?: string;
        readonly when: Json;
      }[];
    };
  };
  /** Choices that are not offered for the answers shown, by field. */
  readonly withheld?: {
    readonly [k: string]: readonly string[];
  };
}
/** Things to look after, one by one. */
export interface ListView {
  readonly items: readonly {
    readonly id: string;
    readonly title: string;
    readonly subtitle?: string;
    readonly status?: string;
    readonly tone?: "info" | "success" | "warning" | "error";
    readonly actions: readonly ActionView[];
  }[];
  /** What is said where there is none. */
  readonly empty?: string;
  /** How many there are, and how many there may be. */
  readonly limits?: string;
}
/** Colours by mode and token, corners, type. */
export interface ThemeView {
  /** `accent`, `onAccent`, … by name; CSS colors. */
  readonly light: {
    readonly [k: string]: string;
  };
  /** The same for dark mode. */
  readonly dark: {
    readonly [k: string]: string;
  };
  /** CSS length of a control's corner. */
  readonly radius: string;
  /** CSS font-family list. */
  readonly bodyFont: string;
  readonly headingFont: string;
}
/** The look of a variant. */
export interface BrandView {
  readonly name: string;
  /** Path or data URL. */
  readonly logo?: string;
  /** The logo holds the name, and stands alone. */
  readonly nameInLogo?: boolean;
  /** The logo as one SVG path in a square of 32, drawn in the brand's colours. */
  readonly mark?: string;
  readonly favicon?: string;
  readonly homeHref?: string;
  /** Somebody else's name and logo, beside ours or, `first`, before them. */
  readonly cobrand?: {
    readonly name: string;
    readonly logo?: string;
    readonly first: boolean;
  };
  readonly theme: ThemeView;
  readonly support: {
    readonly phone?: string;
    readonly href?: string;
    readonly label: string;
    /** With it, help stands beside every page that has a rail. */
    readonly title?: string;
    readonly text?: string;
  };
  /** Items: A link. */
  readonly links: readonly {
    readonly href: string;
    readonly label: string;
  }[];
  /** A sentence at the foot of each page, such as who provides the service. */
  readonly note?: string;
}
/** A section of the way. */
export interface SectionView {
  readonly id: string;
  readonly label: string;
  readonly state: "done" | "now" | "later";
  /** A done section that may be opened again. */
  readonly href?: string;
  /** It was added for this applicant. */
  readonly added?: boolean;
}
