import type { CompiledPage } from "./compile-page.ts";
import type { Variant } from "../language/variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { RoleDefinition } from "../language/roles.ts";
import type {
  EntryParameter,
  FlowDefinition,
  MailedLinkDefinition,
  TimerDefinition,
} from "../language/flow.ts";
import type { FormSchema, SuggestDefinition } from "../language/form.ts";
import type { JsonObject } from "../language/json.ts";
import type { ExitDefinition, TransitionRowDefinition } from "../language/transition.ts";
import type { ServiceDefinition } from "../language/call.ts";
import type { CalendarTime } from "../rules/calendar.ts";
import type { FirstMatch } from "../rules/first-match.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { CompiledForm } from "../validate/form.ts";
import type { CompiledFormat } from "../validate/format.ts";
import type { FormRule } from "../validate/validate-answers.ts";
import type { CompiledTheme } from "./theme/compile-theme.ts";
import type { CompiledEvents } from "./compiled-events.ts";
import type { RouteIndex } from "./route-index.ts";
import type { CompiledScreen } from "./compiled-screen.ts";
import type { CompiledCall, CompiledSandbox, CompiledProvider } from "./compiled-call.ts";
import type { CompiledSet } from "./rule-compiler.ts";

/** A part of the rail: one section, or one for each screen of a sequence. */
export interface CompiledSection {
  readonly id: string;
  readonly section: "phase" | "screens";
  readonly screens: readonly string[];
  readonly when: CompiledRule | undefined;
  readonly done: CompiledRule | undefined;
  readonly stepUp?: boolean;
  readonly minutes?: number;
}

/** A flow as one variant sees it: overlays laid, rules compiled, names resolved. Immutable. */
export interface CompiledVariant {
  readonly variant: Variant;
  readonly definition: FlowDefinition;
  /** Languages that the variant offers; the first one is its default. */
  readonly locales: readonly string[];
  /** ISO 4217 code of the currency in which money is written; absent: amounts are plain numbers. */
  readonly currency?: string;
  readonly flags: JsonObject;
  readonly config: JsonObject;
  readonly theme: CompiledTheme;
  readonly screens: ReadonlyMap<string, CompiledScreen>;
  readonly routes: RouteIndex;
  readonly sequences: ReadonlyMap<string, readonly string[]>;
  /** The derived parts of screens, with their origins. */
  readonly derived: DerivedNames;
  readonly tables: ReadonlyMap<string, CompiledTable>;
  readonly guards: ReadonlyMap<string, CompiledRule>;
  readonly values: ReadonlyMap<string, CompiledRule>;
  readonly calls: ReadonlyMap<string, CompiledCall>;
  readonly services: ReadonlyMap<string, ServiceDefinition>;
  /** Sandboxes by service, which answer its calls in development. */
  readonly sandboxes: ReadonlyMap<string, CompiledSandbox>;
  /** Providers that replace the services of some calls. */
  readonly providers: ReadonlyMap<string, CompiledProvider>;
  readonly roles: ReadonlyMap<string, CompiledRole>;
  readonly forms: ReadonlyMap<string, FormOfFlow>;
  /** The parts of the screens that ask for their form in parts. */
  readonly parts: ReadonlyMap<string, CompiledParts>;
  readonly formats: JsonObject;
  readonly events: CompiledEvents;
  /** The JSON Schema of an application's state. */
  readonly stateSchema: JsonObject;
  /** Holds once the application was handed in: entry parameters change nothing then. */
  readonly handedIn?: CompiledRule;
  /** Holds once the applicant has nothing left to do. */
  readonly finished?: CompiledRule;
  /** Parts of the rail, in order. */
  readonly sections: readonly CompiledSection[];
  readonly retention: readonly {
    readonly id: string;
    readonly when?: CompiledRule;
    readonly days: number;
  }[];
  readonly parameters: ReadonlyMap<string, CompiledRule>;
  readonly localesOffered?: CompiledRule;
  readonly noticeMs?: CompiledRule;
  readonly adopt?: { readonly when: CompiledRule; readonly call: string; readonly then: string };
  readonly unload?: { readonly when: CompiledRule; readonly call: string };
  readonly timers: ReadonlyMap<string, CompiledTimer>;
  readonly mailedLinks: ReadonlyMap<string, CompiledMailedLink>;
  readonly page: CompiledPage;
  readonly entryParameters: ReadonlyMap<string, CompiledEntryParameter>;
  /** Query parameters that stay in an address; `all` where a rule reads the query as a whole. */
  readonly keptParameters: ReadonlySet<string> | "all";
  /** Paths of private values in the state; `*` stands for every element of a list. */
  readonly pii: readonly PiiPath[];
  /** Words of the flow in one of the variant's locales. */
  copy(locale: string): CopyBook;
}

/** Derived parts by the name of the screen or guard. */
export interface DerivedNames {
  /** Origin of a screen's `allow`: `asked`, or a sequence. */
  readonly allow: Readonly<Record<string, string>>;
  /** Origin of a screen's `done`: its form. */
  readonly done: Readonly<Record<string, string>>;
  /** Descriptions of derived guards. */
  readonly guards: Readonly<Record<string, string>>;
}

export interface CompiledEntryParameter {
  readonly definition: EntryParameter;
  readonly as?: CompiledRule;
  readonly instead: readonly {
    readonly when: CompiledRule;
    readonly definition: { readonly into?: string; readonly format?: string };
  }[];
}

export interface PiiPath {
  readonly path: string;
  readonly kind: "personal" | "sensitive" | "secret";
}

export interface FormOfFlow {
  /** Every declared field, those that this variant does not have included. */
  readonly declared: readonly string[];
  readonly schema: FormSchema;
  readonly compiled: CompiledForm;
  /** Rules over the whole form. */
  readonly rules: readonly FormRule[];
  /** Fields with personal or secret values, by dotted field name. */
  readonly pii: readonly PiiPath[];
  /** Parameters of fields' copy, by field. */
  readonly with: ReadonlyMap<string, ReadonlyMap<string, CompiledTemplate>>;
  /** Initial values, by field. */
  readonly initial: ReadonlyMap<string, CompiledTemplate>;
  /** The known answers that a checkbox stands for, by field. */
  readonly same: ReadonlyMap<string, ReadonlyMap<string, CompiledTemplate>>;
  /** Rules of fields that are asked only while they hold. */
  readonly askedWhile: ReadonlyMap<string, CompiledRule>;
  /** Rules of fields in `required` that need an answer only while they hold. */
  readonly requiredWhile: ReadonlyMap<string, CompiledRule>;
  /** Rules of computed fields. */
  readonly computed: ReadonlyMap<string, CompiledRule>;
  /** Rules of choices that are offered only while they hold, by field. */
  readonly offered: ReadonlyMap<string, ReadonlyMap<string, CompiledRule>>;
  /** Choices that an answer brought, by field. */
  readonly choices: ReadonlyMap<string, BroughtChoices>;
  /** Suggestions by field. */
  readonly suggests: ReadonlyMap<string, CompiledSuggest>;
}

/** The parts of a screen's form, in order. */
export interface CompiledParts {
  /** The form is asked in parts while it holds; absent: always. */
  readonly when?: CompiledRule;
  readonly parts: readonly CompiledPart[];
  readonly formats: ReadonlyMap<string, CompiledFormat>;
}

/** A part of a screen's form, which is a form of its own. */
export interface CompiledPart {
  readonly id: string;
  readonly form: FormOfFlow;
}

/**
 * The choices of a field as the state has them, in its order. An entry without a value or a label
 * is left out.
 */
export type BroughtChoices = (facts: JsonObject) => readonly BroughtChoice[];

export interface BroughtChoice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface CompiledSuggest {
  readonly definition: SuggestDefinition;
  readonly items?: CompiledTemplate;
  readonly with?: CompiledTemplate;
  readonly choose?: {
    readonly call: string;
    readonly fills: ReadonlyMap<string, CompiledTemplate>;
  };
  /** Suggestions where the call has none. */
  readonly fallback?: CompiledTemplate;
  readonly initial?: CompiledTemplate;
  readonly chosen?: CompiledTemplate;
  readonly notes: readonly {
    readonly tone: string;
    readonly copy: string;
    readonly href?: CompiledRule;
  }[];
}

export interface CompiledTable {
  readonly id: string;
  /** The first row, from a place on, whose `when` holds. */
  readonly first: FirstMatch;
  readonly rows: readonly CompiledRow[];
}

export interface CompiledRow {
  readonly id: string;
  readonly definition: TransitionRowDefinition;
  readonly when?: CompiledRule;
  readonly set: readonly CompiledSet[];
  readonly notify?: {
    readonly with: ReadonlyMap<string, CompiledTemplate>;
    readonly texts?: CompiledRule;
  };
  readonly query: ReadonlyMap<string, CompiledTemplate>;
  readonly params: ReadonlyMap<string, CompiledTemplate>;
  readonly leave?: {
    readonly definition: ExitDefinition;
    readonly location?: CompiledRule;
    readonly cookies: ReadonlyMap<string, CompiledTemplate>;
    readonly query: ReadonlyMap<string, CompiledTemplate>;
  };
  readonly with?: CompiledTemplate;
}

/** A timer; `afterMs`, `everyMs` and `calendar` are absent where the author leaves them out. */
export interface CompiledTimer {
  readonly id: string;
  readonly definition: TimerDefinition;
  readonly when?: CompiledRule;
  readonly since: "begin" | "change" | CompiledRule;
  readonly afterMs?: number;
  readonly everyMs?: number;
  readonly calendar?: { readonly time: CalendarTime; readonly zone: string };
  readonly with?: CompiledTemplate;
}

/** A link to mail; its button takes a step of the application. */
export interface CompiledMailedLink {
  readonly id: string;
  readonly definition: MailedLinkDefinition;
  /** Zero where `lifetime` is no duration, which the check refuses. */
  readonly lifetimeMs: number;
  readonly about?: CompiledRule;
  readonly with?: CompiledTemplate;
}

/** The page that asks the guest of a link to sign in, without its words. */
export interface CompiledInvitation {
  readonly when?: CompiledRule;
  readonly with: ReadonlyMap<string, CompiledTemplate>;
}

/** A role with its patterns resolved. */
export interface CompiledRole {
  readonly id: string;
  readonly definition: RoleDefinition;
  readonly own?: CompiledRule;
  readonly people?: CompiledRule;
  /** Whose part of the application it is. */
  readonly for?: CompiledRule;
  /** The page that asks the guest of a link to sign in. */
  readonly invitation?: CompiledInvitation;
  /** Permitted actions by screen; an absent screen may not be opened. */
  readonly screens: ReadonlyMap<string, ReadonlySet<string>>;
}
