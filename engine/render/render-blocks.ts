import type { Facts } from "../transition/facts.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import { pathOfScreen } from "../transition/destination.ts";
import type {
  CompiledBlock,
  CompiledScreen,
  CompiledVariant,
} from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { Json } from "../language/json.ts";
import type { InputContext } from "../transition/input.ts";
import { frameOriginsOf } from "./frame-origins.ts";
import { imageUrl } from "./image-url.ts";
import { renderTable } from "./render-table.ts";
import { renderTimeline } from "./render-timeline.ts";
import { renderValue } from "./render-value.ts";
import type { BlockView, BrandView } from "./view.ts";
import { allowedLocation } from "../compile/origins.ts";

/** What blocks are drawn with. */
export interface BlockContext {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly facts: Facts;
  readonly copy: CopyBook;
  readonly brand: BrandView;
  /** The facts with what the form shows laid over them, for blocks that follow what is typed. */
  readonly answered?: Facts;
}

/** The parts of a screen that are not form, as far as their `when` holds. */
export function renderBlocks(context: BlockContext): BlockView[] {
  return context.screen.blocks.flatMap((block) =>
    block.when === undefined || block.when.test(context.facts)
      ? (renderBlock(
          block,
          block.definition.live === true
            ? { ...context, facts: context.answered ?? context.facts }
            : context,
        ) ?? [])
      : [],
  );
}

function renderBlock(block: CompiledBlock, context: BlockContext): BlockView | undefined {
  const { definition } = block;
  const key = definition.copy ?? `${context.screen.copy}.blocks.${definition.id}`;
  const parameters = evaluateTemplates(block.with, context);
  const text = (part: string) => context.copy.text(`${key}.${part}`, parameters);
  const whole = context.copy.text(key, parameters) ?? text("text") ?? "";
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
      return { ...base, kind: "notice", tone: definition.tone ?? "info", text: whole };
    case "facts":
      return {
        ...base,
        kind: "facts",
        items: itemsOf(block, key, context).map(({ change: _, ...item }) => item),
      };
    case "summary":
      return { ...base, kind: "summary", items: itemsOf(block, key, context) };
    case "steps":
      return {
        ...base,
        kind: "steps",
        items: stepsOf(
          context.copy.under(`${key}.items`),
          parameters,
          context.copy,
          `${key}.items`,
        ),
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
    case "support":
      return {
        ...base,
        kind: "support",
        text: whole,
        ...(context.brand.support.phone === undefined
          ? {}
          : { phone: context.brand.support.phone }),
        ...(context.brand.support.href === undefined ? {} : { href: context.brand.support.href }),
      };
    case "disclosure":
      return { ...base, kind: "disclosure", title: title ?? "", text: whole };
    case "dialog": {
      const href = hrefOf(block, context);
      return {
        ...base,
        kind: "dialog",
        title: title ?? "",
        text: whole,
        steps: stepsOf(
          context.copy.under(`${key}.items`),
          parameters,
          context.copy,
          `${key}.items`,
        ),
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
      const table = renderTable(block, key, parameters, whole, context);
      return table.rows.length === 0 ? undefined : { ...base, ...table };
    }
    case "timeline": {
      const items = renderTimeline(block, key, parameters, context);
      return items.length === 0 ? undefined : { ...base, kind: "timeline", text: whole, items };
    }
  }
}

const FRAME_HEIGHT = 360;

function itemsOf(block: CompiledBlock, key: string, context: BlockContext) {
  return block.items.flatMap((item) => {
    if (item.when !== undefined && !item.when.test(context.facts)) return [];
    const { definition } = item;
    const value =
      renderValue(
        item.value?.evaluate(context.facts),
        definition.as ?? "text",
        context.copy,
        context.flow.market.currency,
        definition.options,
      ) ||
      (context.copy.text(`${key}.items.${definition.id}.none`) ?? "");
    if (value === "") return [];
    const target =
      definition.change === undefined ? undefined : context.flow.screens.get(definition.change);
    const href =
      target === undefined ? undefined : pathOfScreen(context.flow, target, context.facts);
    const label = context.copy.text(`${key}.items.${definition.id}.label`) ?? definition.id;
    const path = item.picture?.evaluate(context.facts);
    const picture = typeof path === "string" ? imageUrl(path, context.flow.config) : undefined;
    return [
      {
        label,
        value,
        ...(picture === undefined ? {} : { picture }),
        ...(href === undefined
          ? {}
          : {
              change: {
                href,
                label:
                  context.copy.text(`${key}.change`, { label }) ??
                  context.copy.text("shell.change", { label }) ??
                  label,
              },
            }),
      },
    ];
  });
}

function stepsOf(
  items: Json | undefined,
  parameters: Readonly<Record<string, Json>>,
  copy: CopyBook,
  key: string,
): { title: string; text?: string }[] {
  if (typeof items !== "object" || items === null) return [];
  return Object.keys(items).map((id) => {
    const text = copy.text(`${key}.${id}.text`, parameters);
    return {
      title:
        copy.text(`${key}.${id}.title`, parameters) ?? copy.text(`${key}.${id}`, parameters) ?? "",
      ...(text === undefined ? {} : { text }),
    };
  });
}

/** A screen by name becomes its path; anything else has to be a path of this site, or a web, mail or phone address. */
function hrefOf(block: CompiledBlock, context: BlockContext): string | undefined {
  const href = block.href?.evaluate(context.facts);
  if (typeof href !== "string") return undefined;
  const screen = context.flow.screens.get(href);
  if (screen !== undefined) return pathOfScreen(context.flow, screen, context.facts);
  return /^(?:\/(?![/\\])|https?:\/\/|mailto:|tel:)/.test(href) ? href : undefined;
}
