import { TEST_ENVIRONMENT } from "../../../engine/language/environments.ts";
import { fallbackLocale } from "../../../engine/language/axes.ts";
import { applyChanges } from "../../../engine/rules/state-path.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import type { Template } from "../../../engine/language/rule.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import { withCaseSettings, ruleNamesOf } from "./flow-in-cases.ts";
import type { PlayedEvent, RoutingCase, RoutingEvent, RoutingMap } from "./routing-map.ts";
import { RoutingPlay } from "./routing-play.ts";

const NOW = "2026-06-15T12:00:00.000Z";

/**
 * Plays a case through the engine, by the map flows/<flow>/cases/routing.yaml. Undefined for an
 * event that the map does not have.
 */
export function playCase(
  flow: CompiledFlow,
  map: RoutingMap,
  example: RoutingCase,
): PlayedEvent | undefined {
  const telling: JsonObject = { given: example.given, event: example.event };
  const say = (template: Template | undefined) =>
    template === undefined
      ? undefined
      : compileTemplate(template, ruleNamesOf(flow), () => undefined).evaluate(telling);
  const entries = map.events[example.event.type];
  const event = (
    Array.isArray(entries)
      ? (entries as readonly RoutingEvent[])
      : [entries as RoutingEvent | undefined]
  ).find(
    (each) =>
      each !== undefined && (each.when === undefined || Boolean(say(each.when as Template))),
  );
  if (event === undefined) return undefined;
  const { variant } = flow.variant({
    ...Object.fromEntries(
      Object.entries(map.variant).flatMap(([axis, template]) => {
        const value = say(template);
        return typeof value === "string" ? [[axis, value] as const] : [];
      }),
    ),
    environment: TEST_ENVIRONMENT,
  });
  const actor = asObject(say(map.actor));
  const context: InputContext = {
    now: NOW,
    variant,
    locale: fallbackLocale(flow.definition),
    signedIn: map.signedIn === undefined || Boolean(say(map.signedIn as Template)),
    access: (say(event.access) ?? "ok") as "ok",
    ...(typeof actor["role"] === "string"
      ? {
          actor: {
            role: actor["role"],
            ...(typeof actor["id"] === "string" ? { id: actor["id"] } : {}),
          },
        }
      : {}),
    uuids: Object.keys(flow.definition.ids).map(
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    ),
  };
  const compiled = withCaseSettings(
    flow.variant(variant),
    asObject(say(map.flags)),
    asObject(say(map.config)),
  );
  const changes = [...Object.entries(map.state), ...Object.entries(event.change ?? {})].flatMap(
    ([path, template]) => {
      const value = say(template);
      return value === undefined || value === null ? [] : [{ path, value }];
    },
  );
  return new RoutingPlay(
    { flow: compiled, map, context, event, say },
    applyChanges({}, changes),
  ).played();
}
