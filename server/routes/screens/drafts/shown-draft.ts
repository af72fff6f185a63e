import { splitAddress } from "../../../../engine/language/address.ts";
import { placedFields } from "../../../../engine/transition/carry-fields.ts";
import { applicableDraft, carryDraft } from "../../../../engine/transition/draft.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import type { ScreenView } from "../../../../engine/render/view.ts";
import type { ShownPage } from "../../../application/request/shown-page.ts";
import { storeAndReferToFiles } from "../files/posted-files.ts";
import type { RequestContext } from "../../../application/request/request-context.ts";
import type { ScreenTools } from "../exchange.ts";
import { draftPageOf } from "./draft-page.ts";

/** A draft as the page shows it. */
export interface ShownDraft {
  readonly view: NonNullable<ScreenView["draft"]>;
  /** Shown in place of the stored answers. */
  readonly typed?: JsonObject;
}

/**
 * The unsent data that a visitor typed on a screen, as far as it still holds; undefined where no
 * draft is kept.
 *
 * @param lays false: the page shows the stored answers alone
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
  const kept = lays && context.drafted ? await tools.drafts.find(place) : undefined;
  const { form, screen, facts } = page.asked;
  const standing =
    kept === undefined
      ? {}
      : applicableDraft(carryDraft(kept, placedFields(form, screen, facts)), answers);
  if (kept === undefined || Object.keys(standing).length === 0) return { view: { over } };
  const { path } = splitAddress(shown.resolution.path);
  // The name and kind of a file replace its id; an id without a file is dropped.
  const files = await storeAndReferToFiles(
    standing,
    { ...context, target: { ...context.target, path, query: shown.query } },
    [],
    tools,
  );
  return {
    view: { over, at: kept.at, by: kept.by, fields: Object.keys(standing) },
    typed: { ...standing, ...files },
  };
}
