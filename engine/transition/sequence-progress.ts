import type { Facts } from "./facts.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";

/** The place of a screen in its sequence; skipped screens are not counted. */
export function progressOf(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
): { readonly step: number; readonly of: number } | undefined {
  for (const sequence of flow.sequences.values()) {
    if (!sequence.includes(screen.id)) continue;
    const counted = sequence.filter(
      (name) => name === screen.id || !(flow.screens.get(name)?.skip?.test(facts) ?? false),
    );
    return { step: counted.indexOf(screen.id) + 1, of: counted.length };
  }
  return undefined;
}
