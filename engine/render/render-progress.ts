import type { Facts } from "../transition/facts.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import type { ProgressView } from "./view.ts";

/** "Step 2 of 6" of the sequence the screen belongs to. */
export function renderProgress(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
  words: Readonly<Record<string, string>>,
): ProgressView | undefined {
  const progress = progressOf(flow, screen, facts);
  if (progress === undefined) return undefined;
  const label = (words["progress"] ?? "{step} / {of}")
    .replace("{step}", String(progress.step))
    .replace("{of}", String(progress.of));
  return { ...progress, label };
}

/** How far a screen is in its sequence; screens that are passed over are not counted. */
export function progressOf(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
): { readonly step: number; readonly of: number } | undefined {
  for (const sequence of flow.sequences.values()) {
    if (!sequence.includes(screen.id)) continue;
    const counted = sequence.filter(
      (name) => name === screen.id || !(flow.screens.get(name)?.passOver?.test(facts) ?? false),
    );
    return { step: counted.indexOf(screen.id) + 1, of: counted.length };
  }
  return undefined;
}
