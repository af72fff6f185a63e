import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";

/** The flow of a case, or the reason that none was found. */
export type FlowOfCase =
  | { readonly kind: "found"; readonly flow: CompiledFlow }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * Finds the flow of a case.
 *
 * @param wanted value of `--flow`; absent: the only flow with the case's variant and a map in
 *   `cases/`, else the only one with the variant
 */
export function flowOfCase(
  library: FlowLibrary,
  file: "routing" | "validation",
  wanted: string | undefined,
  has: (flow: CompiledFlow) => boolean = () => true,
): FlowOfCase {
  const all = [...library.flows.values()];
  const known = wanted === undefined ? all : all.filter(({ id }) => id === wanted);
  const here = known.filter(has);
  const spoken = here.filter(({ attachments }) => attachments[`cases/${file}.yaml`] !== undefined);
  const [flow, ...others] = spoken.length > 0 ? spoken : file === "routing" ? [] : here;
  if (flow !== undefined && others.length === 0) return { kind: "found", flow };
  const names = all.map(({ id }) => id).join(", ");
  if (flow !== undefined)
    return {
      kind: "unknown",
      why: `more than one flow it may be about (${[flow, ...others].map(({ id }) => id).join(", ")}): say which with --flow`,
    };
  return {
    kind: "unknown",
    why:
      file === "routing"
        ? `no flow with cases/routing.yaml among ${names}`
        : `no flow with the variant of the case among ${names}`,
  };
}
