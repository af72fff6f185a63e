import { fallbackLocale } from "../../../engine/language/axes.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import {
  asObject,
  isObject,
  asList,
  type Json,
  type JsonObject,
} from "../../../engine/language/json.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { CaseResult } from "./case-result.ts";
import { flowOfCase } from "./flow-of-case.ts";
import { ruleNamesOf } from "./flow-in-cases.ts";
import { playCase } from "./routing.ts";
import type { PlayedEvent, RoutingCase, RoutingMap } from "./routing-map.ts";

/**
 * Plays one routing case and compares its result with the expectation.
 *
 * @param wanted id of the flow; default: the one with cases/routing.yaml
 */
export function runRoutingCase(
  library: FlowLibrary,
  example: RoutingCase,
  wanted?: string,
): CaseResult {
  const ambiguous = example.ambiguous === true;
  const base = { id: example.id, ambiguous };
  const about = flowOfCase(library, "routing", wanted);
  if (about.kind === "unknown")
    return { ...base, passed: false, expected: "a flow it is about", got: about.why };
  const { flow } = about;
  const map = flow.attachments["cases/routing.yaml"] as unknown as RoutingMap;
  const played = playCase(flow, map, example);
  if (played === undefined)
    return {
      ...base,
      passed: false,
      expected: "something to be done",
      got: `the event "${example.event.type}" is not known`,
    };
  const wrong = [
    ...routeDiffers(map, example, played),
    ...expectationsDiffer(flow, map, example, played),
  ];
  const [first] = wrong;
  return first === undefined
    ? { ...base, passed: true, expected: "", got: "" }
    : { ...base, passed: false, expected: first.expected, got: first.got };
}

interface Difference {
  readonly expected: string;
  readonly got: string;
}

function routeDiffers(map: RoutingMap, example: RoutingCase, played: PlayedEvent): Difference[] {
  const { expectRoute } = example;
  if (expectRoute === null) return [];
  const got = played.route ?? "nothing";
  return isAt(expectRoute, map, example, played) ? [] : [{ expected: expectRoute, got }];
}

function isAt(
  expected: string,
  map: RoutingMap,
  example: RoutingCase,
  played: PlayedEvent,
): boolean {
  const got = played.route ?? "";
  if (expected === "@base") return got === played.base || got === "@base";
  const page = /^@page:(\d+)$/.exec(expected)?.[1];
  if (page !== undefined)
    return (
      got === expected || (played.screen !== undefined && map.pages[played.screen] === Number(page))
    );
  if (expected.startsWith("@")) return got === expected;
  const [pattern = "", wantedQuery = ""] = expected.split("?");
  const [path = "", search = ""] = got.split("?");
  const query = new URLSearchParams(search);
  const hasQuery = [...new URLSearchParams(wantedQuery)].every(([name, value]) =>
    /^\{.*\}$/.test(value)
      ? matches(value, query.get(name) ?? "", example)
      : query.get(name) === value,
  );
  return hasQuery && matches(pattern, path, example);
}

/**
 * Compares a path with a pattern: `{name}` matches the case's id of this name, a final `*` matches
 * anything.
 */
function matches(pattern: string, path: string, example: RoutingCase): boolean {
  const wanted = pattern.split("/");
  const got = path.split("/").map((segment) => decodeURIComponent(segment));
  if (wanted.at(-1) === "*")
    return wanted.slice(0, -1).every((segment, at) => fits(segment, got[at], example));
  return (
    wanted.length === got.length && wanted.every((segment, at) => fits(segment, got[at], example))
  );
}

function fits(segment: string, got: string | undefined, example: RoutingCase): boolean {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name === undefined) return segment === got;
  const known = idsOf(name, example);
  return got !== undefined && got !== "" && (known.length === 0 || known.includes(got));
}

/** Every value that the case has for an id, at any depth. */
function idsOf(name: string, { given, event }: RoutingCase): string[] {
  const places: Readonly<Record<string, readonly (readonly [JsonObject, string])[]>> = {
    applicationId: [
      [given, "application.id"],
      [event, "answer.id"],
    ],
    ownerId: [
      [given, "owner.id"],
      [event, "ownerId"],
    ],
  };
  const direct = (places[name] ?? [[given, name]]).flatMap(([root, path]) => {
    const value = path
      .split(".")
      .reduce<Json | undefined>(
        (at, key) => (isObject(at) ? (at as JsonObject)[key] : undefined),
        root,
      );
    return typeof value === "string" ? [value] : [];
  });
  const { accounts } = given;
  const listed = asList(accounts).flatMap((account: Json) =>
    typeof account === "object" &&
    account !== null &&
    typeof (account as JsonObject)[name] === "string"
      ? [String((account as JsonObject)[name])]
      : [],
  );
  const inPath = /urn:app:[^/?]+/.exec(decodeURIComponent(String(event["path"] ?? "")))?.[0];
  return [
    ...direct,
    ...listed,
    ...(name === "applicationId" && inPath !== undefined ? [inPath] : []),
  ];
}

function expectationsDiffer(
  flow: CompiledFlow,
  map: RoutingMap,
  example: RoutingCase,
  played: PlayedEvent,
): Difference[] {
  const wrong: Difference[] = [];
  const facts: JsonObject = {
    ...(played.facts as JsonObject),
    given: example.given,
    event: example.event,
    played: {
      route: played.route ?? null,
      screen: played.screen ?? null,
      location: played.location ?? null,
      locationQuery: Object.fromEntries(new URLSearchParams(played.location?.split("?")[1] ?? "")),
      cookies: played.cookies,
      messages: [...played.messages],
      messageKeys: [...played.messageKeys],
      calls: [...played.calls],
      bodies: [...played.bodies],
      outcome: played.outcome ?? null,
      allowed: played.allowed ?? null,
      stays: played.stays,
      page: played.page === undefined ? null : (played.page as unknown as JsonObject),
      state: played.state,
    },
  };
  for (const [member, wanted] of Object.entries(example.expect ?? {})) {
    const template = map.expect[member];
    if (template === undefined) {
      wrong.push({
        expected: `${member} ${JSON.stringify(wanted)}`,
        got: `nothing is known of "${member}"`,
      });
      continue;
    }
    const got =
      compileTemplate(template, ruleNamesOf(flow), () => undefined).evaluate(facts) ?? null;
    if (!holds({ member, wanted, got }, map, flow))
      wrong.push({ expected: `${member} ${JSON.stringify(wanted)}`, got: JSON.stringify(got) });
  }
  return wrong;
}

function holds(
  { member, wanted, got }: { readonly member: string; readonly wanted: Json; readonly got: Json },
  map: RoutingMap,
  flow: CompiledFlow,
): boolean {
  const [variant] = flow.variants;
  const standard =
    variant === undefined
      ? ""
      : (flow.variant(variant).copy(fallbackLocale(flow.definition)).text(map.defaultMessage) ??
        "");
  switch (member) {
    case "messages":
      return (
        Array.isArray(got) &&
        Array.isArray(wanted) &&
        wanted.length === got.length &&
        wanted.every(
          (text, at) =>
            plain(typeof text === "string" && text.startsWith("@default-") ? standard : text) ===
            plain(got[at] ?? ""),
        )
      );
    case "messageIncludes":
      return Array.isArray(got) && got.some((text) => plain(text).includes(plain(wanted)));
    case "messageKey":
    case "calls":
      return (
        Array.isArray(got) &&
        (Array.isArray(wanted) ? wanted : [wanted]).every((each: Json) => got.includes(each))
      );
    case "modal":
      return Array.isArray(got) && got.includes(wanted);
    case "noModal":
    case "notRoute":
      return Array.isArray(got) && !got.includes(wanted);
    case "request":
      return isSubsetRequest(wanted, got);
    default:
      return includes(wanted, got);
  }
}

function isSubsetRequest(wanted: Json, got: Json): boolean {
  const body = asObject(got);
  const { contains, lacks } = wanted as {
    readonly contains?: readonly string[];
    readonly lacks?: readonly string[];
  };
  return (
    (contains ?? []).every((name) => Object.hasOwn(body, name)) &&
    (lacks ?? []).every((name) => !Object.hasOwn(body, name))
  );
}

/** Whether a value equals the wanted one; objects may have more members. */
function includes(wanted: Json, got: Json): boolean {
  if (!isObject(wanted)) return JSON.stringify(wanted) === JSON.stringify(got);
  if (!isObject(got)) return false;
  return Object.entries(wanted as JsonObject).every(([key, value]) =>
    includes(value, (got as JsonObject)[key] ?? null),
  );
}

function plain(text: Json): string {
  return String(text).replaceAll("’", "'").toLowerCase();
}
