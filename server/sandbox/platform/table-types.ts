import type { JsonObject } from "../../../engine/language/json.ts";
import type { LostAnswer } from "./answer.ts";

/**
 * The effects of test values. The specification leaves the platform's own rules open (spec 1 §4),
 * so the tables in flows/<flow>/sandbox/platform/ replace them; schemas/platform/ describes their
 * form.
 */
export interface SandboxTables {
  readonly tokens: Readonly<Record<string, Effect>>;
  readonly rules: readonly {
    readonly id: string;
    readonly effect: Effect;
    matches(facts: JsonObject): boolean;
  }[];
  readonly values: SandboxValues;
  readonly answers: SandboxAnswers;
  /** Test customers by the e-mail they sign in with. */
  readonly accounts: Readonly<Record<string, { readonly accounts: readonly SandboxAccount[] }>>;
}

/** The effect of one test value or rule on the outcome. */
export interface Effect {
  readonly decision?: string;
  readonly stepUp?: string;
  readonly set?: JsonObject;
  /** Onboarding answers with this status in place of a decision. */
  readonly status?: number;
  /** The connection is dropped. */
  readonly drop?: boolean;
  /** The creation is refused with this message. */
  readonly refuse?: string;
  /** Milliseconds for which the decision is PENDING. */
  readonly pendingForMs?: number;
  /** Reported some milliseconds after the decision: another decision, another level. */
  readonly later?: Later;
  /** Applications and owners get ids of the platform's own, even where the request names one. */
  readonly ownIds?: boolean;
  /** Its inquiry in values.yaml. */
  readonly inquiry?: string;
  /** One call is answered with this status, once. */
  readonly once?: Once;
  /** A call is performed, and its first answers are lost. */
  readonly loses?: LostAnswer & { readonly call: string };
}

/** A change of a standing that comes later. */
export interface Later {
  readonly afterMs: number;
  readonly decision?: string;
  readonly set?: JsonObject;
}

/** A failure that happens once. */
export interface Once {
  readonly at: "fetch" | "call" | "update";
  readonly status: number;
  readonly location?: string;
}

/** Answers of single calls. */
export interface SandboxValues {
  readonly codes: Readonly<Record<string, "right" | "wrong" | "expired" | "error">>;
  /** Digits → their refusal message. */
  readonly refusedNumbers: Readonly<Record<string, string>>;
  readonly banks: readonly {
    readonly account?: string;
    readonly routing?: string;
    readonly status?: number;
    readonly message?: string;
    readonly verification?: string;
  }[];
  readonly instantLink: {
    readonly default: InstantLink;
    readonly users: Readonly<Record<string, InstantLink>>;
  };
  /** Brands by the first digits of a number. */
  readonly cardBrands: readonly { readonly brand: string; readonly prefixes: readonly string[] }[];
  readonly cards: readonly {
    readonly last4: string;
    readonly payment?: Refusal;
    /** The payment is made, and its first answers are lost. */
    readonly lost?: LostAnswer;
    readonly save?: Refusal;
  }[];
  readonly phoneLinks: {
    readonly default: PhoneLink;
    readonly byLast4: Readonly<Record<string, PhoneLink>>;
  };
  readonly inquiries: Readonly<Record<string, Inquiry>>;
  readonly cashAdvanceOffers: readonly Offer[];
  readonly websites: Readonly<
    Record<string, { readonly url: string; readonly name: string; readonly compliant: boolean }>
  >;
  readonly prices: readonly PriceList[];
  /** By name. */
  readonly plans: Readonly<Record<string, SandboxPlan>>;
  readonly configurations: readonly SandboxConfiguration[];
  /** The profiles in a bundle. */
  readonly bundles: Readonly<Record<string, readonly string[]>>;
  /** By typed text, in lower case. */
  readonly predictions: Readonly<
    Record<string, { readonly status?: number; readonly delayMs?: number }>
  >;
}

export interface SandboxPlan {
  readonly planName: string;
  /** Absent: it costs nothing. */
  readonly profile?: string;
  readonly trialPeriodDays: number;
}

/** The configuration of a currency, and of a referral where it names one. */
export interface SandboxConfiguration {
  readonly currency: string;
  readonly reseller?: string;
  readonly offeredCurrencies: readonly string[];
  readonly redirectUrl?: string;
  readonly orderTypes: Readonly<Record<string, boolean>>;
  readonly shippingCost: number;
}

/** Prices by profile, in minor units. */
export interface PriceList {
  readonly id: string;
  /** Absent: for orders without a reseller, and of resellers without a list. */
  readonly reseller?: string;
  readonly monthly: Readonly<Record<string, number>>;
  readonly once: Readonly<Record<string, number>>;
}

/** A refusal with its message. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The answer of the bank-linking provider; the balance in minor units. */
export interface InstantLink {
  /** For the page that offers it. */
  readonly description?: string;
  readonly availableBalance?: number;
  readonly instantAuth?: boolean;
  readonly status?: number;
  readonly message?: string;
  /** The window is closed before an account is chosen. */
  readonly closes?: boolean;
}

/** How often IN_PROGRESS is answered (-1: always), and what then. */
export interface PhoneLink {
  readonly polls: number;
  readonly ends: string;
  readonly expired?: boolean;
  readonly undeliverable?: boolean;
}

/** How often IN_PROGRESS is answered (-1: always), and what then. */
export interface Inquiry {
  readonly polls: number;
  readonly ends: string;
  readonly decision?: string;
}

/** An amount in minor units. */
export interface Offer {
  readonly offerId: string;
  readonly offersAmount: number;
}

/** Updates by the step-ups that they answer. */
export interface SandboxAnswers {
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly skipAsksFor: string;
  readonly keepsNothingBack: readonly string[];
  readonly ownerStepUps: readonly string[];
}

/** An initial account. */
export interface SandboxAccount {
  readonly applicationId: string;
  readonly name: string;
  readonly applicant: JsonObject;
  readonly currency: string;
  readonly applicationLevel: string;
  readonly riskDecision: string;
  readonly stepUpDetails?: readonly string[];
  readonly boStatus?: string;
  readonly originalIntent?: string;
  readonly serviceId?: string;
  readonly serviceType?: string;
  readonly createdAt: string;
  readonly stores?: readonly SandboxStore[];
}

/** A store of an initial account. */
export interface SandboxStore {
  readonly storeId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly isRecommended?: boolean;
  readonly hasPayments?: boolean;
  readonly status?: string;
  readonly distributorId?: string;
}
