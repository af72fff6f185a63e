import type { Facts } from "../transition/facts.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import { pathOfScreen } from "../transition/destination.ts";
import type { CompiledBlock } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { asObject, type Json } from "../language/json.ts";
import type { InputContext } from "../transition/input.ts";
import { frameOriginsOf } from "./frame-origins.ts";
import { imageUrl } from "./image-url.ts";
import { renderBrand } from "./render-brand.ts";
import type { RenderContext } from "./render-context.ts";
import { renderTable } from "./render-table.ts";
import { renderTimeline } from "./render-timeline.ts";
import { renderValue } from "./render-value.ts";
import type { BlockView } from "./view.ts";
import { allowedLocation } from "../compile/origins.ts";

/** The copy of one block: its key, its parameters, and its main text. */
export interface BlockWords {
  readonly key: string;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly text: string;
}

/**
 * Draws the blocks of a screen whose `when` holds.
 *
 * @param answered the facts with the form's present values over them, for live blocks
 */
export function renderBlocks(context: RenderContext, answered: () => Facts): BlockView[] {
  let live: RenderContext | undefined;
  return context.screen.blocks.flatMap((block) => {
    if (block.when !== undefined && !block.when.test(context.facts)) return [];
    const own =
      block.definition.live === true ? (live ??= { ...context, facts: answered() }) : context;
    return context.prepared.block(block, () => renderBlock(block, own)) ?? [];
  });
}

function renderBlock(block: CompiledBlock, context: RenderContext): BlockView | undefined {
  const { definition } = block;
  const key = definition.copy ?? `${context.screen.copy}.blocks.${definition.id}`;
  const parameters = evaluateTemplates(block.with, context);
  const text = (part: string) => context.copy.text(`${key}.${part}`, parameters);
  const whole = context.copy.text(key, parameters) ?? text("text") ?? "";
  const words: BlockWords = { key, parameters, text: whole };
  const title = text("title");
  const base = {
    id: definition.id,
    place: definition.place ?? "before",
    ...(title === undefined ? {} : { title }),
  };
  switch (definition.kind) {
    case "text":
      return { ...base, kind: "text", text: whole };
    case "notice":
      return {
        ...base,
        kind: "notice",
        tone: definition.tone ?? "info",
        ...sideOf(words, block, context),
      };
    case "facts":
      return {
        ...base,
        kind: "facts",
        items: itemsOf(block, key, context).map(({ change: _, ...item }) => item),
      };
    case "summary":
      return renderSummary(block, key, context, base);
    case "steps":
      return {
        ...base,
        kind: "steps",
        items: stepsOf(words, context.copy),
      };
    case "countdown": {
      const until = block.until?.evaluate(context.facts);
      const over = text("over");
      return typeof until === "string"
        ? {
            ...base,
            kind: "countdown",
            until,
            text: whole,
            ...(over === undefined ? {} : { over }),
          }
        : undefined;
    }
    case "link": {
      const href = hrefOf(block, context);
      return href === undefined
        ? undefined
        : {
            ...base,
            kind: "link",
            href,
            text: whole,
            ...(definition.main === true ? { main: true } : {}),
          };
    }
    case "support": {
      const { phone, href } = renderBrand(context.flow, context.copy).support;
      return {
        ...base,
        kind: "support",
        text: whole,
        ...(phone === undefined ? {} : { phone }),
        ...(href === undefined ? {} : { href }),
      };
    }
    case "disclosure":
      return { ...base, kind: "disclosure", title: title ?? "", text: whole };
    case "dialog": {
      const href = hrefOf(block, context);
      return {
        ...base,
        kind: "dialog",
        title: title ?? "",
        text: whole,
        steps: stepsOf(words, context.copy),
        ...(href === undefined ? {} : { link: { href, text: text("link") ?? href } }),
        closable: definition.closable ?? true,
        actions: definition.actions ?? [],
      };
    }
    case "frame": {
      const src = block.src?.evaluate(context.facts);
      const allowed =
        typeof src === "string"
          ? allowedLocation(src, [
              ...frameOriginsOf(
                context.flow,
                context.facts["providers"] as InputContext["providers"],
              ),
            ])
          : undefined;
      if (allowed === undefined || definition.action === undefined) return undefined;
      return {
        ...base,
        kind: "frame",
        title: title ?? "",
        text: whole,
        src: allowed,
        action: definition.action,
        height: definition.height ?? FRAME_HEIGHT,
        noscript: text("noscript") ?? "",
      };
    }
    case "table": {
      const table = renderTable(block, words, context);
      return table.rows.length === 0 ? undefined : { ...base, ...table };
    }
    case "timeline": {
      const items = renderTimeline(block, words, context);
      return items.length === 0 ? undefined : { ...base, kind: "timeline", text: whole, items };
    }
  }
}

const FRAME_HEIGHT = 360;

type SummaryView = Extract<BlockView, { kind: "summary" }>;

/** A summary; with `change` the whole of it has one link, named by its title. */
function renderSummary(
  block: CompiledBlock,
  key: string,
  context: RenderContext,
  base: Omit<SummaryView, "kind" | "change" | "items">,
): BlockView {
  const change = changeOf(block.definition.change, key, base.title ?? "", context);
  return {
    ...base,
    kind: "summary",
    ...(change === undefined ? {} : { change }),
    items: itemsOf(block, key, context),
  };
}

/** The link to the screen where something can be changed. */
function changeOf(
  screen: string | undefined,
  key: string,
  label: string,
  context: RenderContext,
): { readonly href: string; readonly label: string } | undefined {
  const target = screen === undefined ? undefined : context.flow.screens.get(screen);
  const href = target === undefined ? undefined : pathOfScreen(context.flow, target, context.facts);
  return href === undefined
    ? undefined
    : {
        href,
        label: context.copy.text(`${key}.change`, { label }) || context.prepared.change || label,
      };
}

function itemsOf(block: CompiledBlock, key: string, context: RenderContext) {
  return block.items.flatMap((item) => {
    if (item.when !== undefined && !item.when.test(context.facts)) return [];
    const { definition } = item;
    const value =
      renderValue(
        item.value?.evaluate(context.facts),
        { as: definition.as ?? "text", options: definition.options },
        context,
      ) ||
      (context.copy.text(`${key}.items.${definition.id}.none`) ?? "");
    if (value === "") return [];
    const label = context.copy.text(`${key}.items.${definition.id}.label`) ?? definition.id;
    const change = changeOf(definition.change, key, label, context);
    const path = item.picture?.evaluate(context.facts);
    const picture = typeof path === "string" ? imageUrl(path, context.flow.config) : undefined;
    return [
      {
        label,
        value,
        ...(picture === undefined ? {} : { picture }),
        ...(change === undefined ? {} : { change }),
      },
    ];
  });
}

/** Text, list and drawing of a notice. */
function sideOf(
  { key, parameters, text }: BlockWords,
  block: CompiledBlock,
  { copy }: RenderContext,
) {
  const { icon } = block.definition;
  const items = Object.keys(asObject(copy.under(`${key}.items`))).map(
    (id) => copy.text(`${key}.items.${id}`, parameters) ?? "",
  );
  return {
    text,
    ...(icon === undefined ? {} : { icon }),
    ...(items.length === 0 ? {} : { items }),
  };
}

function stepsOf(
  { key, parameters }: BlockWords,
  copy: CopyBook,
): { title: string; text?: string }[] {
  const items = copy.under(`${key}.items`);
  if (typeof items !== "object" || items === null) return [];
  return Object.keys(items).map((id) => {
    const text = copy.text(`${key}.items.${id}.text`, parameters);
    return {
      title:
        copy.text(`${key}.items.${id}.title`, parameters) ??
        copy.text(`${key}.items.${id}`, parameters) ??
        "",
      ...(text === undefined ? {} : { text }),
    };
  });
}

/**
 * The address of a link: a screen's path by name, a path of this site, or a web, mail or phone
 * address.
 */
function hrefOf(block: CompiledBlock, context: RenderContext): string | undefined {
  const href = block.href?.evaluate(context.facts);
  if (typeof href !== "string") return undefined;
  const screen = context.flow.screens.get(href);
  if (screen !== undefined) return pathOfScreen(context.flow, screen, context.facts);
  return /^(?:\/(?![/\\])|https?:\/\/|mailto:|tel:)/.test(href) ? href : undefined;
}
