import { splitAddress } from "../../../../engine/language/address.ts";
import { applicableDraft } from "../../../../engine/transition/draft.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import type { ScreenView } from "../../../../engine/render/view.ts";
import type { ShownPage } from "../../../application/request/shown-page.ts";
import { withFiles } from "../files/posted-files.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { ScreenTools } from "../exchange.ts";
import { draftPageOf } from "./draft-page.ts";

/** What is shown of a draft. */
export interface ShownDraft {
  readonly view: NonNullable<ScreenView["draft"]>;
  /** To be shown in place of what is stored. */
  readonly typed?: JsonObject;
}

/**
 * What a visitor typed on a screen and never sent, as far as it still holds; undefined where nothing is kept.
 *
 * @param lays false: the page is shown with what is stored alone
 */
export async function shownDraft(
  context: RequestContext,
  shown: ShownPage,
  tools: Pick<ScreenTools, "drafts" | "files">,
  lays = true,
): Promise<ShownDraft | undefined> {
  const page = draftPageOf(context, shown);
  if (page === undefined) return undefined;
  const { over, answers, place } = page;
  const kept = lays ? await tools.drafts.find(place) : undefined;
  const standing = kept === undefined ? {} : applicableDraft(kept, answers);
  if (kept === undefined || Object.keys(standing).length === 0) return { view: { over } };
  const { path } = splitAddress(shown.resolution.path);
  // What is known of files stands in the place of their ids; of those that are gone nothing does.
  const files = await withFiles(
    standing,
    { ...context, target: { ...context.target, path, query: shown.query } },
    [],
    tools,
  );
  return {
    view: { over, at: kept.at, ...(kept.by === undefined ? {} : { by: kept.by }) },
    typed: { ...standing, ...files },
  };
}
