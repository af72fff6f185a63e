import { fallbackLocale, localesOf, pathAxisOf } from "../../../../engine/language/axes.ts";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../../engine/compile/compiled-variant.ts";
import type { CopyBook } from "../../../../engine/copy/copy-book.ts";

/** The variant and language of a sandbox page: values of the flow's axes, and `locale`. */
export interface FaceQuery {
  readonly [axis: string]: string | undefined;
  readonly locale?: string | undefined;
}

/** A variant of the flow in a language of its market. */
export interface Face {
  readonly variant: CompiledVariant;
  readonly locale: string;
  readonly copy: CopyBook;
}

/** The requested face, with defaults for absent or unknown parts. Undefined without a flow. */
export function faceOf(flow: CompiledFlow | undefined, query: FaceQuery): Face | undefined {
  if (flow === undefined) return undefined;
  const { locale } = query;
  const partner = pathAxisOf(flow.definition)?.axis;
  const axes = Object.keys(flow.definition.axes ?? {});
  const variant =
    flow.variants.find((each) =>
      axes.every((axis) => {
        const wanted = query[axis] || undefined;
        return each[axis] === wanted || (wanted === undefined && axis !== partner);
      }),
    ) ?? flow.variants[0];
  if (variant === undefined) return undefined;
  const compiled = flow.variant(variant);
  const language =
    compiled.locales.find((each) => each === locale) ??
    compiled.locales[0] ??
    fallbackLocale(flow.definition);
  return { variant: compiled, locale: language, copy: compiled.copy(language) };
}

/** The face of a visitor, by their locale; the default without one. */
export function faceOfVisitor(
  flow: CompiledFlow | undefined,
  locale: string | undefined,
): Face | undefined {
  const variant =
    flow === undefined || locale === undefined
      ? undefined
      : flow.variants.find((each) => localesOf(flow.definition, each).includes(locale));
  return faceOf(flow, { market: variant?.["market"], locale });
}
