/** Where a rule stands: what it may read differs. */
export type RulePlace =
  /** Everywhere but in the places below. */
  | "flow"
  /** `as` and `instead` of an entry parameter. */
  | "entry"
  /** The steps of a provider. */
  | "provider"
  /** What a webhook's own rules read off its body: no application is known yet. */
  | "webhook"
  /** events.yaml. */
  | "event";

/** What analytics may know of a root. */
export type RootPrivacy =
  /** All of it. */
  | "public"
  /** That it is there, and no more. */
  | "presence"
  /** Nothing. */
  | "never"
  /** What the state schema and the forms do not mark with `x-pii`. */
  | "by-place";

/** What can be read below a root. */
export type RootShape =
  /** Nothing: a text, a number, a yes or no. */
  | "plain"
  /** The elements of a list of texts. */
  | "list"
  /** The members named here. */
  | readonly string[]
  /** Whatever the moment brings: members are not checked. */
  | "open"
  /** The flags of the flow, its configuration, its ids, its state before the step. */
  | "flags"
  | "config"
  | "ids"
  | "state";

/** One name that rules may read at the root, beside the parts of the state. */
export interface FactRoot {
  /** What it is, in one sentence. */
  readonly says: string;
  readonly shape: RootShape;
  readonly privacy: RootPrivacy;
  readonly where: readonly RulePlace[];
}

const ANYWHERE = ["flow", "entry", "provider", "event"] as const;

/**
 * Every root that a rule may read beside the parts of the state. A rule that reads any other root does not compile; the
 * privacy check of analytics events takes `privacy` from here, and refuses what it does not find. A state schema must
 * not declare a part of one of these names.
 */
export const FACT_ROOTS = {
  portal: { says: "Name of the portal", shape: "plain", privacy: "public", where: ANYWHERE },
  market: { says: "Name of the market", shape: "plain", privacy: "public", where: ANYWHERE },
  currency: { says: "Currency of the market", shape: "plain", privacy: "public", where: ANYWHERE },
  country: { says: "Country of the market", shape: "plain", privacy: "public", where: ANYWHERE },
  locale: { says: "Language of the page", shape: "plain", privacy: "public", where: ANYWHERE },
  referralUrlId: {
    says: "The reseller in the address",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  environment: { says: "The environment", shape: "plain", privacy: "public", where: ANYWHERE },
  flags: { says: "Switches of the flow", shape: "flags", privacy: "public", where: ANYWHERE },
  config: {
    says: "Configuration of the variant",
    shape: "config",
    privacy: "public",
    where: ANYWHERE,
  },
  now: { says: "The instant of the step", shape: "plain", privacy: "public", where: ANYWHERE },
  today: { says: "The day of the step", shape: "plain", privacy: "public", where: ANYWHERE },
  signedIn: {
    says: "Whether the visitor is signed in",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  dataSources: {
    says: "Names of the cookies of other sites that came along",
    shape: "list",
    privacy: "public",
    where: ANYWHERE,
  },
  visitor: {
    says: "Who the sign-in says the visitor is",
    shape: ["id", "email", "name", "role", "reseller"],
    privacy: "presence",
    where: ANYWHERE,
  },
  role: {
    says: "The visitor's role in an application that is not theirs",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  actor: {
    says: "The thing that the visitor's role is about",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  access: {
    says: "Whether the application in the path is there and the visitor's",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  ids: { says: "Fresh ids of the step", shape: "ids", privacy: "never", where: ANYWHERE },
  form: { says: "What was typed", shape: "open", privacy: "never", where: ANYWHERE },
  query: {
    says: "Query parameters of the address",
    shape: "open",
    privacy: "presence",
    where: ANYWHERE,
  },
  params: { says: "Parameters of the path", shape: "open", privacy: "presence", where: ANYWHERE },
  with: {
    says: "What an action or a row hands over",
    shape: "open",
    privacy: "never",
    where: ANYWHERE,
  },
  status: {
    says: "HTTP status of a call's answer",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  outcome: { says: "What became of a call", shape: "plain", privacy: "public", where: ANYWHERE },
  answer: { says: "What a service answered", shape: "open", privacy: "never", where: ANYWHERE },
  location: {
    says: "The address that an answer leads to",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  item: { says: "The entry of a list", shape: "open", privacy: "never", where: ANYWHERE },
  screen: { says: "Id of the screen", shape: "plain", privacy: "public", where: ANYWHERE },
  action: { says: "Id of the action", shape: "plain", privacy: "public", where: ANYWHERE },
  requested: {
    says: "The address that was asked for",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  public: {
    says: "Whether the screen belongs to no application",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  providers: {
    says: "Configured providers with their settings",
    shape: "open",
    privacy: "presence",
    where: ANYWHERE,
  },
  heard: {
    says: "The webhook that a table is asked for",
    shape: ["key"],
    privacy: "never",
    where: ANYWHERE,
  },
  parameter: {
    says: "The value of an entry parameter",
    shape: "open",
    privacy: "never",
    where: ["entry"],
  },
  got: {
    says: "What earlier steps of a provider were answered",
    shape: "open",
    privacy: "never",
    where: ["provider"],
  },
  payload: { says: "Body of a webhook", shape: "open", privacy: "never", where: ["webhook"] },
  digest: {
    says: "Hash of a webhook's body",
    shape: "plain",
    privacy: "never",
    where: ["webhook"],
  },
  event: {
    says: "The analytics event that is reported",
    shape: [
      "type",
      "path",
      "row",
      "outcome",
      "notice",
      "problems",
      "step",
      "of",
      "remaining",
      "properties",
    ],
    privacy: "public",
    // A call that takes an event away reads it, too.
    where: ["flow", "provider", "event"],
  },
  before: {
    says: "The state before the step",
    shape: "state",
    privacy: "by-place",
    where: ["event"],
  },
} as const satisfies Readonly<Record<string, FactRoot>>;

/** The name of a root. */
export type FactRootName = keyof typeof FACT_ROOTS;

/** Every name of a root. */
export const FACT_ROOT_NAMES: readonly string[] = Object.keys(FACT_ROOTS);

/** What is known of a root; undefined for parts of the state, and for what no rule may read. */
export function factRoot(name: string): FactRoot | undefined {
  return Object.hasOwn(FACT_ROOTS, name) ? FACT_ROOTS[name as FactRootName] : undefined;
}
