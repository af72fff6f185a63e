import type { LiveRules } from "../live/live-rules.ts";
import type { FormViewShape, ScreenViewShape } from "./generated/screen-view.ts";

export type {
  ActionView,
  BlockView,
  BrandView,
  FieldErrorView,
  FileView,
  ListView,
  NoticeView,
  ProgressView,
  RailView,
  SuggestView,
  ThemeView,
} from "./generated/screen-view.ts";

/**
 * The view of one screen: all that the renderer needs, in the applicant's language, with secrets
 * masked. `GET {path}` answers this JSON; its schema is schemas/api/screen-view.json. The server
 * adds `draft` and `session`.
 */
export interface ScreenView extends Omit<ScreenViewShape, "form"> {
  readonly form?: FormView;
}

export interface FormView extends Omit<FormViewShape, "live"> {
  /** The live parts of the page. */
  readonly live?: LiveRules;
}
