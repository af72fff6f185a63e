import { pathOfAddress, splitAddress } from "../language/address.ts";
import { buildFacts, layFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";
import { resolveScreen, resumeScreen } from "./resolve-screen.ts";

/** Where an applicant belongs now, by the resume table, with the notices of that page. */
export function resolveResumption(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): Resolution {
  const facts = layFacts(buildFacts(flow, state, context), {
    query: {},
    params: {},
    requested: "",
    screen: null,
    public: false,
  });
  const led = resumeScreen(flow, facts);
  if (led.kind === "leave") return led;
  const { path, query } = splitAddress(led.path);
  const opened = resolveScreen(flow, state, { path, query, context });
  if (opened.kind === "leave" || pathOfAddress(opened.path) !== path) return opened;
  return opened.notices === undefined ? led : { ...led, notices: opened.notices };
}
