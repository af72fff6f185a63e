import { compileFormats } from "../validate/ajv-formats.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { buildFacts, layFacts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import { resolveResumption } from "./resolve-resumption.ts";
import type { ApplicationState } from "./state.ts";
import { storedAnswers } from "./stored-answers.ts";
import { boundPath, validationContext } from "./submission.ts";
import type { InvalidatedAnswer } from "./find-invalidated.ts";

/**
 * The questions of a version that an application did not have to answer in the version before: on a
 * screen that was done there, and on the screen that the application is led to now. They say why an
 * applicant is led back.
 */
export function newQuestions(
  before: CompiledVariant,
  after: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly InvalidatedAnswer[] {
  const [was, is] = [buildFacts(before, state, context), buildFacts(after, state, context)];
  const reopened = [...after.screens.values()].filter(
    ({ id, done }) => done?.test(is) === false && before.screens.get(id)?.done?.test(was) === true,
  );
  const led = screenLedTo(before, after, state, context);
  return [...new Set([...reopened, ...(led === undefined ? [] : [led])])].flatMap((screen) => {
    const former = before.screens.get(screen.id);
    const lacked = former === undefined ? [] : missingAnswers(before, former, state, context);
    const known = new Set(lacked.map(({ path }) => path));
    return missingAnswers(after, screen, state, context).filter(({ path }) => !known.has(path));
  });
}

/** The screen that an application is led to, where the version before led to another one. */
function screenLedTo(
  before: CompiledVariant,
  after: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): CompiledScreen | undefined {
  const [was, is] = [
    resolveResumption(before, state, context),
    resolveResumption(after, state, context),
  ];
  return is.kind === "leave" || (was.kind === "screen" && was.screen === is.screen)
    ? undefined
    : after.screens.get(is.screen);
}

/** The answers that a screen's form lacks. */
function missingAnswers(
  flow: CompiledVariant,
  screen: CompiledScreen,
  state: ApplicationState,
  context: InputContext,
): readonly InvalidatedAnswer[] {
  const form = flow.forms.get(screen.definition.form ?? "");
  const facts = layFacts(buildFacts(flow, state, context), { params: {}, query: {} });
  if (form === undefined || screen.formWhen?.test(facts) === false) return [];
  const answers = storedAnswers(form, screen, facts, compileFormats(flow.formats));
  const { problems } = form.compiled.validate(answers, validationContext(form, screen, facts));
  const fields = new Set(problems.flatMap(({ pointer }) => pointer.split("/")[1] ?? []));
  return [...fields].flatMap((field) => {
    const path = Object.hasOwn(answers, field) ? undefined : boundPath(form, screen, field, facts);
    return path === undefined ? [] : [{ path, screen: screen.id, field, isNew: true }];
  });
}
