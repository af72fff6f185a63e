import { axesOf, factNamesOf, type FlowAxes } from "../language/axes.ts";

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
  /** The rows of a service's sandbox: they read the request alone, and what the variant is. */
  | "sandbox"
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
  /** Any members; they are not checked. */
  | "open"
  /** What the sign-in says of people: `visitorMembers`. */
  | "visitor"
  /** The flags of the flow, its configuration, its ids, its state before the step. */
  | "flags"
  | "config"
  | "ids"
  | "state";

/** One name that rules may read at the root, beside the parts of the state. */
export interface FactRoot {
  /** What it is, in one sentence. */
  readonly description: string;
  readonly shape: RootShape;
  readonly privacy: RootPrivacy;
  readonly where: readonly RulePlace[];
}

const ANYWHERE = ["flow", "entry", "provider", "event"] as const;
/** The roots that exist without an application. */
const ALWAYS = [...ANYWHERE, "sandbox"] as const;

/**
 * Every root that a rule may read beside the parts of the state. A rule that reads any other root
 * does not compile; the privacy check of analytics events takes `privacy` from here, and refuses
 * what it does not find. A state schema must not declare a part of one of these names.
 */
export const FACT_ROOTS = {
  locale: {
    description: "Language of the page; without a page, of the applicant's latest step",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  environment: {
    description: "The environment",
    shape: "plain",
    privacy: "public",
    where: ALWAYS,
  },
  flags: {
    description: "Switches of the flow",
    shape: "flags",
    privacy: "public",
    where: ALWAYS,
  },
  config: {
    description: "Configuration of the variant",
    shape: "config",
    privacy: "public",
    where: ALWAYS,
  },
  now: {
    description: "The instant of the step",
    shape: "plain",
    privacy: "public",
    where: ALWAYS,
  },
  today: {
    description: "The day of the step, in the zone of the flow",
    shape: "plain",
    privacy: "public",
    where: ALWAYS,
  },
  signedIn: {
    description: "Whether the visitor is signed in",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  dataSources: {
    description: "Names of the cookies of other sites that came along",
    shape: "list",
    privacy: "public",
    where: ANYWHERE,
  },
  visitor: {
    description: "Who the sign-in says the visitor is",
    shape: "visitor",
    privacy: "presence",
    where: ANYWHERE,
  },
  role: {
    description: "The visitor's role in an application that is not theirs",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  actor: {
    description: "The resource that the visitor's role is about",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  access: {
    description: "Whether the application in the path is there and the visitor's",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  ids: { description: "Fresh ids of the step", shape: "ids", privacy: "never", where: ANYWHERE },
  form: { description: "What was typed", shape: "open", privacy: "never", where: ANYWHERE },
  query: {
    description: "Query parameters of the address",
    shape: "open",
    privacy: "presence",
    where: ANYWHERE,
  },
  params: {
    description: "Parameters of the path",
    shape: "open",
    privacy: "presence",
    where: ANYWHERE,
  },
  with: {
    description: "What an action or a row hands over",
    shape: "open",
    privacy: "never",
    where: ANYWHERE,
  },
  status: {
    description: "HTTP status of a call's answer",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  outcome: {
    description: "What became of a call",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  answer: {
    description: "What a service answered",
    shape: "open",
    privacy: "never",
    where: ANYWHERE,
  },
  location: {
    description: "The address that an answer leads to",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  item: { description: "The entry of a list", shape: "open", privacy: "never", where: ANYWHERE },
  screen: { description: "Id of the screen", shape: "plain", privacy: "public", where: ANYWHERE },
  action: { description: "Id of the action", shape: "plain", privacy: "public", where: ANYWHERE },
  requested: {
    description: "The address that was asked for",
    shape: "plain",
    privacy: "presence",
    where: ANYWHERE,
  },
  public: {
    description: "Whether the screen belongs to no application",
    shape: "plain",
    privacy: "public",
    where: ANYWHERE,
  },
  providers: {
    description: "Configured providers with their settings",
    shape: "open",
    privacy: "presence",
    where: ANYWHERE,
  },
  received: {
    description: "The webhook that a table is asked for",
    shape: ["key"],
    privacy: "never",
    where: ANYWHERE,
  },
  parameter: {
    description: "The value of an entry parameter",
    shape: "open",
    privacy: "never",
    where: ["entry"],
  },
  got: {
    description: "What earlier steps of a provider were answered",
    shape: "open",
    privacy: "never",
    where: ["provider"],
  },
  payload: {
    description: "Body of a webhook",
    shape: "open",
    privacy: "never",
    where: ["webhook"],
  },
  digest: {
    description: "Hash of a webhook's body",
    shape: "plain",
    privacy: "never",
    where: ["webhook"],
  },
  sent: {
    description:
      "The request that a sandbox answers: its body, params and query, and an id made for it, the same when it is sent again",
    shape: ["body", "params", "query", "id"],
    privacy: "never",
    where: ["sandbox"],
  },
  sandbox: {
    description:
      "What a sandbox remembers: `found`, the thing that the row's `find` names, and `kept`, the things of the service by collection",
    shape: ["found", "kept"],
    privacy: "never",
    where: ["sandbox"],
  },
  event: {
    description: "The analytics event that is reported",
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
    description: "The state before the step",
    shape: "state",
    privacy: "by-place",
    where: ["event"],
  },
} as const satisfies Readonly<Record<string, FactRoot>>;

/** The name of a root. */
export type FactRootName = keyof typeof FACT_ROOTS;

/** Every name of a root. */
export const FACT_ROOT_NAMES: readonly string[] = Object.keys(FACT_ROOTS);

/** Roots by name. */
export type FactRoots = (name: string) => FactRoot | undefined;

/**
 * What the sign-in says of every visitor; beside it, each axis by its name: the value that they act
 * for.
 */
const VISITOR = ["id", "email", "name", "role"];

/** Members of `visitor` in a flow. */
export function visitorMembers(flow: FlowAxes): readonly string[] {
  return [...VISITOR, ...axesOf(flow).map(([axis]) => axis)];
}

/** Roots of a flow beside those that every flow has: its axes and their facts. */
export function rootsOfAxes(flow: Pick<FlowAxes, "axes" | "facts">): ReadonlyMap<string, FactRoot> {
  const root = (description: string): FactRoot => ({
    description,
    shape: "plain",
    privacy: "public",
    where: ALWAYS,
  });
  return new Map([
    ...axesOf(flow).map(([axis, { description }]) => [axis, root(description)] as const),
    ...factNamesOf(flow).map((name) => [name, root("A fact of the variant")] as const),
  ]);
}

/**
 * The declaration of a root of a flow; undefined for parts of the state, and for names that no rule
 * may read.
 */
export function factRoots(flow: FlowAxes): FactRoots {
  const own = rootsOfAxes(flow);
  return (name) =>
    Object.hasOwn(FACT_ROOTS, name) ? FACT_ROOTS[name as FactRootName] : own.get(name);
}
