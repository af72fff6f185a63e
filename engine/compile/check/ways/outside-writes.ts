import type { CompiledVariant } from "../../compiled-variant.ts";
import { formPaths } from "./check-allow.ts";
import { PlacesWritten } from "../screens/places-written.ts";

/**
 * Paths of the state that change without a step of the visitor: by webhooks, by links of mails, and
 * by people who have a part in the application. Timers are left out: `checkStandstill` looks only
 * at states without one.
 */
export function outsideWrites(flow: CompiledVariant): ReadonlySet<string> {
  const places = new PlacesWritten(flow);
  for (const { webhook } of flow.providers.values())
    for (const { definition } of webhook?.becomes ?? []) places.addTable(definition.then);
  for (const { definition } of flow.mailedLinks.values()) places.addTable(definition.then);
  for (const { definition, screens } of flow.roles.values()) {
    if (definition.resource === undefined) continue;
    for (const [id, allowed] of screens) {
      const screen = flow.screens.get(id);
      if (screen === undefined || allowed.size === 0) continue;
      for (const path of Object.keys(formPaths(flow, screen))) places.add(path);
      places.addActions(screen);
    }
  }
  return places.paths;
}
