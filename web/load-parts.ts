import type { ScreenView } from "../engine/render/view.ts";
import { isLazyBlock } from "./blocks/kinds.ts";
import { lazyBlock } from "./blocks/load-lazy-block.ts";
import { loadDialog } from "./dialog/lazy-dialog.tsx";
import { lazyPartsOfForm } from "./form/lazy-widgets.ts";
import { lazyIllustration } from "./illustrations/lazy-illustration.ts";
import type { FormValidator, ValidatorModule } from "./form/validators.ts";
import {
  hasBeside,
  hasSidePanel,
  hasToasts,
  lazyAccount,
  lazyBeside,
  lazyBesideFrame,
  lazyForm,
  lazyLanguages,
  lazyList,
  lazySidePanel,
  lazyToasts,
} from "./screen/lazy-parts.ts";
import type { LazyPart } from "./ui/lazy-component.ts";

const validators = new Map<string, FormValidator>();

/** The validators of a view's form, once they are loaded. */
export function validatorOf(view: ScreenView): FormValidator | undefined {
  return view.form === undefined ? undefined : validators.get(view.form.validator);
}

/** The lazy parts that a view needs to be shown whole, but for the form itself. */
export function partsOf(view: ScreenView): LazyPart[] {
  return [
    ...(view.form === undefined ? [] : lazyPartsOfForm(view.form)),
    view.list && lazyList,
    view.illustration !== undefined && lazyIllustration,
    view.locales.length > 1 && lazyLanguages,
    view.account && lazyAccount,
    hasToasts(view) && lazyToasts,
    hasSidePanel(view) && lazySidePanel,
    hasBeside(view) === "form" && lazyBeside,
    hasBeside(view) === "frame" && lazyBesideFrame,
    view.blocks.some(isLazyBlock) && lazyBlock,
  ].filter((part) => typeof part === "object");
}

/** Loads the missing parts of a view, all at once, so that it can be shown whole. */
export async function loadFor(view: ScreenView): Promise<void> {
  await Promise.all([
    view.form === undefined ? undefined : loadValidatorOf(view.form),
    ...partsOf(view).map(async (part) => part.load()),
  ]);
}

/**
 * Loads the parts of a view that replaces another one, dialogs included, which on a first page may
 * load later.
 */
export async function loadNext(view: ScreenView): Promise<void> {
  await Promise.all([
    loadFor(view),
    view.blocks.some(({ kind }) => kind === "dialog")
      ? loadDialog().catch(() => undefined)
      : undefined,
  ]);
}

/** Loads parts that the next screens may need, once the page is usable. */
export async function loadAhead(view: ScreenView): Promise<void> {
  if (view.likely.length > 0) await loadForm();
  // Into the browser's cache only: an unused part is never run.
  await Promise.all(view.ahead.map(async (url) => fetch(url, { priority: "low" })));
  const asks = [
    ...view.actions,
    ...(view.list?.items ?? []).flatMap(({ actions }) => actions),
  ].some(({ confirm }) => confirm !== undefined);
  if (asks) await loadDialog();
}

const loadForm = () => import("./form/form-part.ts");

/** Loads the form of a view, with its validator. */
async function loadValidatorOf(form: NonNullable<ScreenView["form"]>): Promise<void> {
  if (validators.has(form.validator)) return;
  const [{ SchemaForm, formValidator, watchPointer }, { default: module }] = await Promise.all([
    loadForm(),
    import(/* @vite-ignore */ form.validator) as Promise<{ default: ValidatorModule }>,
  ]);
  if (lazyForm.component() === undefined) watchPointer();
  lazyForm.provide(SchemaForm);
  validators.set(form.validator, formValidator(module, form));
}
