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
 * Everything the renderer needs to draw one screen: already in the applicant's language, with secrets masked.
 * `GET {path}` answers this JSON; its schema is schemas/api/screen-view.json. The server adds `draft` and `session`.
 */
export interface ScreenView extends Omit<ScreenViewShape, "form"> {
  readonly form?: FormView;
}

export interface FormView extends Omit<FormViewShape, "live"> {
  /** What the page needs so that parts of it follow what is typed. */
  readonly live?: LiveRules;
}
