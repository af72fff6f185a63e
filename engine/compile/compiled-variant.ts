import type { CompiledAnswer } from "./answer-check.ts";
import type { CompiledPage } from "./compile-page.ts";
import type { Variant } from "../language/variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type {
  ActionDefinition,
  BlockDefinition,
  BlockItemDefinition,
  ListDefinition,
  ScreenDefinition,
  TableColumnDefinition,
  TableRowDefinition,
} from "../language/screen.ts";
import type { SandboxRow } from "../language/sandbox.ts";
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
import type { CallDefinition, RequestDefinition, ServiceDefinition } from "../language/call.ts";
import type {
  BecomesDefinition,
  ProviderDefinition,
  WebhookDefinition,
} from "../language/provider.ts";
import type { CalendarTime } from "../rules/calendar.ts";
import type { FirstMatch } from "../rules/first-match.ts";
import type { CompiledRule } from "../rules/compile-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { CompiledForm } from "../validate/form.ts";
import type { CompiledTheme } from "./theme/compile-theme.ts";
import type { CompiledEvents } from "./compiled-events.ts";
import type { PathPattern } from "./path-pattern.ts";
import type { RouteIndex } from "./route-index.ts";

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
  /** Paths of personal and secret values in the state; `*` stands for every element of a list. */
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
  readonly kind: "personal" | "secret";
  readonly mask?: "last4" | "all";
}

export interface FormOfFlow {
  /** Every declared field, those that this variant does not have included. */
  readonly declared: readonly string[];
  readonly schema: FormSchema;
  readonly compiled: CompiledForm;
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

/** The choices of a field as the state has them, in its order; what has no value or no label is none. */
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

export interface CompiledScreen {
  readonly id: string;
  readonly definition: ScreenDefinition;
  readonly pattern: PathPattern;
  /** Prefix of the screen's copy keys. */
  readonly copy: string;
  readonly formWhen?: CompiledRule;
  readonly titles: readonly { readonly id: string; readonly when: CompiledRule }[];
  /** Parameters for the copy of the titles and the intro. */
  readonly with: ReadonlyMap<string, CompiledTemplate>;
  readonly allow?: CompiledRule;
  readonly exists?: CompiledRule;
  readonly done?: CompiledRule;
  readonly skip?: CompiledRule;
  readonly actions: ReadonlyMap<string, CompiledAction>;
  readonly blocks: readonly CompiledBlock[];
  readonly list?: CompiledList;
  /** `everyMs` and `untilMs` give milliseconds. */
  readonly poll?: {
    readonly action: string;
    readonly everyMs: CompiledRule;
    readonly untilMs: CompiledRule;
  };
}

export interface CompiledAction {
  readonly id: string;
  readonly definition: ActionDefinition;
  readonly when?: CompiledRule;
  readonly confirm?: CompiledRule;
  /** Milliseconds for which an action with a countdown is not offered again. */
  readonly everyMs?: CompiledRule;
  readonly set: readonly CompiledSet[];
  readonly calls: readonly string[];
  readonly with?: CompiledTemplate;
}

/** One state change; its path may have `{name}` placeholders for facts. */
export interface CompiledSet {
  readonly path: string;
  readonly value: CompiledTemplate;
}

export interface CompiledBlock {
  readonly definition: BlockDefinition;
  readonly when?: CompiledRule;
  readonly until?: CompiledRule;
  readonly href?: CompiledRule;
  readonly src?: CompiledRule;
  readonly with: ReadonlyMap<string, CompiledTemplate>;
  readonly items: readonly CompiledItem[];
  readonly columns: readonly {
    readonly definition: TableColumnDefinition;
    readonly when?: CompiledRule;
  }[];
  readonly rows: readonly CompiledTableRow[];
}

export interface CompiledItem {
  readonly definition: BlockItemDefinition;
  readonly when?: CompiledRule;
  readonly value?: CompiledTemplate;
  readonly state?: CompiledRule;
  readonly at?: CompiledRule;
  readonly picture?: CompiledRule;
}

export interface CompiledTableRow {
  readonly definition: TableRowDefinition;
  readonly when?: CompiledRule;
  readonly of?: CompiledRule;
  readonly label?: CompiledTemplate;
  readonly cells: ReadonlyMap<string, CompiledTemplate>;
}

export interface CompiledList {
  readonly definition: ListDefinition;
  /** The entries shown, in order. */
  entries(facts: JsonObject): readonly JsonObject[];
  readonly when?: CompiledRule;
  readonly title: CompiledTemplate;
  readonly subtitle?: CompiledTemplate;
  readonly status?: CompiledRule;
  readonly tone?: CompiledRule;
  /** Least and greatest number of entries, where the list limits them. */
  readonly min?: CompiledRule;
  readonly max?: CompiledRule;
  readonly actions: ReadonlyMap<string, CompiledAction>;
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

/** One request over HTTP. */
export interface CompiledRequest {
  readonly definition: RequestDefinition;
  readonly path: PathPattern;
  readonly params: ReadonlyMap<string, CompiledTemplate>;
  readonly query: ReadonlyMap<string, CompiledTemplate>;
  readonly headers: ReadonlyMap<string, CompiledTemplate>;
  readonly body?: CompiledTemplate;
  readonly outcomes: readonly { readonly when: CompiledRule; readonly outcome: string }[];
  readonly answer?: CompiledTemplate;
  /** Places of the body for addresses of this site, with the role that the bearer gets. */
  readonly links: readonly CallLink[];
  /** Places of the body for the content of a file. */
  readonly files: readonly (readonly string[])[];
}

/** A call with its answers, where it declares them. */
export interface CompiledCall extends CompiledRequest, CompiledAnswer {
  readonly id: string;
  readonly definition: Omit<CallDefinition, "call">;
  readonly set: readonly CompiledSet[];
}

/** Rows by call. */
export type CompiledSandbox = ReadonlyMap<string, readonly CompiledSandboxRow[]>;

export interface CompiledSandboxRow {
  readonly id: string;
  readonly definition: SandboxRow;
  readonly when?: CompiledRule;
  readonly answer?: CompiledTemplate;
  readonly location?: CompiledTemplate;
  readonly webhooks: readonly SandboxWebhook<CompiledTemplate>[];
  /** The thing without which the row does not answer. */
  readonly find?: { readonly in: string; readonly id: CompiledTemplate };
  /** The thing that the row keeps. */
  readonly keep?: {
    readonly in: string;
    readonly id: CompiledTemplate;
    readonly value: CompiledTemplate;
  };
}

/** A provider's event that follows an answer after some milliseconds. */
export interface SandboxWebhook<P> {
  readonly provider: string;
  readonly afterMs: number;
  readonly payload: P;
}

export interface CompiledProvider {
  readonly id: string;
  readonly definition: ProviderDefinition;
  readonly calls: ReadonlyMap<string, readonly CompiledStep[]>;
  readonly webhook?: CompiledWebhook;
}

/** One request of a call that a provider answers. */
export interface CompiledStep extends CompiledRequest {
  readonly id: string;
  readonly when?: CompiledRule;
  /** Whether the provider itself answers, and not another service of the flow. */
  readonly own: boolean;
}

export interface CompiledWebhook {
  readonly definition: WebhookDefinition;
  readonly eventId?: CompiledRule;
  readonly key?: CompiledRule;
  readonly outcomes: readonly { readonly when: CompiledRule; readonly outcome: string }[];
  readonly answer?: CompiledTemplate;
  readonly becomes: readonly CompiledBecomes[];
}

export interface CompiledBecomes {
  readonly definition: BecomesDefinition;
  readonly keys?: CompiledRule;
  readonly when?: CompiledRule;
  readonly params: ReadonlyMap<string, CompiledTemplate>;
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

export interface CallLink {
  readonly pointer: readonly string[];
  readonly grant?: string;
  /** The mailed link that it opens. */
  readonly opens?: string;
  /** Names of its members, for an invitation or a mailed link. */
  readonly members?: readonly string[];
  /** Whether it is written as `{ address: … }`. */
  readonly wrapped?: true;
}

/** A role with its patterns resolved. */
export interface CompiledRole {
  readonly id: string;
  readonly definition: RoleDefinition;
  readonly own?: CompiledRule;
  readonly people?: CompiledRule;
  /** Whose part of the application it is. */
  readonly for?: CompiledRule;
  /** Permitted actions by screen; an absent screen may not be opened. */
  readonly screens: ReadonlyMap<string, ReadonlySet<string>>;
}
