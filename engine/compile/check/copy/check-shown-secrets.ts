import { isObject, type Json } from "../../../language/json.ts";
import type { CompiledBlock } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { privateKind, withStars } from "../values/place-privacy.ts";
import type { CheckContext } from "../run/check-context.ts";

/** A template that a page or a mail shows, and where it is written. */
interface ShownTemplate {
  readonly at: string;
  readonly template: Json | undefined;
  /** State path of the list whose entry is `item`. */
  readonly list?: string | undefined;
}

/**
 * Reports lines, texts, lists, tables, messages and mails that show a secret whole. Agents and
 * staff get it masked; the applicant would read it.
 */
export function checkShownSecrets({ flow, reporter }: CheckContext): void {
  for (const { at, template, list } of shownTemplates(flow))
    for (const path of pathsShownWhole(template)) {
      const place = list === undefined ? path : path.replace(/^item(?=\.)/, `${list}.*`);
      if (privateKind(flow, withStars(place)) === "secret")
        reporter.at(at, {
          code: "FLOW-SHOWN",
          severity: "warning",
          message: `"${path}" is secret, and the applicant is shown the whole of it here`,
          about: [path],
          suggestion: `{ substr: [{ var: ${path} }, -4] }, or x-pii: sensitive, which agents and staff see masked`,
        });
    }
}

function* shownTemplates(flow: CompiledVariant): Generator<ShownTemplate> {
  for (const { id, definition, blocks } of flow.screens.values()) {
    yield* membersAt(definition.with, `/screens/${id}/with`);
    for (const [index, block] of blocks.entries())
      yield* templatesOfBlock(block, `/screens/${id}/blocks/${index}`);
    for (const part of ["title", "subtitle"] as const)
      yield {
        at: `/screens/${id}/list/${part}`,
        template: definition.list?.[part],
        list: listPath(definition.list?.of),
      };
  }
  for (const [id, { rows }] of flow.tables)
    for (const [index, { definition }] of rows.entries())
      yield* membersAt(definition.notify?.with, `/tables/${id}/rows/${index}/notify/with`);
  for (const [id, { definition }] of flow.calls) {
    const { body, service } = definition;
    if (flow.services.get(service)?.sandbox === "mail" && isObject(body))
      yield* membersAt(body["values"], `/calls/${id}/body/values`);
  }
}

function* templatesOfBlock({ definition }: CompiledBlock, at: string): Generator<ShownTemplate> {
  const entries = listPath(definition.of);
  yield* membersAt(definition.with, `${at}/with`, entries);
  for (const [index, { value }] of (definition.items ?? []).entries())
    yield { at: `${at}/items/${index}/value`, template: value, list: entries };
  for (const [index, { of, label, cells }] of (definition.rows ?? []).entries()) {
    const list = listPath(of);
    yield { at: `${at}/rows/${index}/label`, template: label, list };
    yield* membersAt(cells, `${at}/rows/${index}/cells`, list);
  }
}

function* membersAt(
  templates: Json | undefined,
  at: string,
  list?: string,
): Generator<ShownTemplate> {
  if (isObject(templates))
    for (const [name, template] of Object.entries(templates))
      yield { at: `${at}/${name}`, template, list };
}

/** The state path of a list, where it is one. */
function listPath(of: Json | undefined): string | undefined {
  if (typeof of === "string") return of;
  const path = isObject(of) ? of["var"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** Operators that give a value whole, alone or beside others. */
const WHOLE: ReadonlySet<string> = new Set(["cat", "default", "optional"]);

/** Paths whose values a template gives as they are. */
function* pathsShownWhole(template: Json | undefined): Generator<string> {
  if (Array.isArray(template)) {
    for (const part of template) yield* pathsShownWhole(part as Json);
    return;
  }
  if (!isObject(template)) return;
  for (const [operator, given] of Object.entries(template)) {
    const path: Json | undefined = Array.isArray(given) ? (given[0] as Json) : given;
    if (operator === "var" && typeof path === "string") yield path;
    else if (WHOLE.has(operator)) yield* pathsShownWhole(given);
  }
}
