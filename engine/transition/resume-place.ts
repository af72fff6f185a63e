import { buildFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Resolution } from "./resolution.ts";
import { resolveScreen, resumeScreen } from "./resolve-screen.ts";

/** Where an applicant belongs, whatever page they last saw: what the resume table says, and what that page says when it is opened. */
export function resumePlace(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): Resolution {
  const facts = {
    ...buildFacts(flow, state, context),
    query: {},
    params: {},
    requested: "",
    screen: null,
    public: false,
  };
  const led = resumeScreen(flow, facts);
  if (led.kind === "leave") return led;
  const [path = "/", search = ""] = led.path.split("?");
  const opened = resolveScreen(flow, state, {
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    context,
  });
  if (opened.kind === "leave" || opened.path.split("?")[0] !== path) return opened;
  return opened.notices === undefined ? led : { ...led, notices: opened.notices };
}
