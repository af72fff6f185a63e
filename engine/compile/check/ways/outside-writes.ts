import type { CompiledVariant } from "../../compiled-variant.ts";
import { formPaths } from "./check-allow.ts";
import { placedActions, tablesAfter } from "../screens/screen-links.ts";

/**
 * Paths of the state that change without a step of the visitor: by webhooks, by links of mails, and
 * by people who have a part in the application. Timers are left out: `checkStandstill` looks only
 * at states without one.
 */
export function outsideWrites(flow: CompiledVariant): ReadonlySet<string> {
  const paths = new Set<string>();
  const addCall = (name: string | undefined): void => {
    for (const { path } of flow.calls.get(name ?? "")?.set ?? []) paths.add(path);
  };
  const addTable = (first: string | undefined): void => {
    for (const table of tablesAfter(flow, first))
      for (const { set, definition } of flow.tables.get(table)?.rows ?? []) {
        for (const { path } of set) paths.add(path);
        addCall(definition.call);
      }
  };
  for (const { webhook } of flow.providers.values())
    for (const { definition } of webhook?.becomes ?? []) addTable(definition.then);
  for (const { definition } of flow.mailedLinks.values()) addTable(definition.then);
  for (const { definition, screens } of flow.roles.values()) {
    if (definition.resource === undefined) continue;
    for (const [id, allowed] of screens) {
      const screen = flow.screens.get(id);
      if (screen === undefined || allowed.size === 0) continue;
      for (const path of Object.keys(formPaths(flow, screen))) paths.add(path);
      for (const { action } of placedActions(screen)) {
        for (const { path } of action.set) paths.add(path);
        for (const call of action.calls) addCall(call);
        addTable(action.definition.then);
      }
    }
  }
  return paths;
}
