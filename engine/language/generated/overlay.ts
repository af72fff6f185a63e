// Generated from schemas/definition/overlay.json by `npm run types:generate`: change the schema, not this file.
import type { JsonObject } from "../json.ts";

/** flows/<flow>/overlays/<layer>/<name>.yaml: only the differences. Maps merge, lists of things with an id merge by id, other lists are replaced, null removes. */
export interface OverlayDefinition {
  /** The layer: an axis of the flow, or environment. */
  readonly overlay: string;
  /** Its name in the layer. */
  readonly name: string;
  /** What it is. */
  readonly description: string;
  /** Flag values. */
  readonly flags?: JsonObject;
  /** Configuration. */
  readonly config?: JsonObject;
  /** The look. */
  readonly theme?: JsonObject;
  /** Screens by id. */
  readonly screens?: JsonObject;
  /** Transition tables by id. */
  readonly tables?: JsonObject;
  /** Guards. */
  readonly guards?: JsonObject;
  /** Values. */
  readonly values?: JsonObject;
  /** Calls. */
  readonly calls?: JsonObject;
  /** Roles. */
  readonly roles?: JsonObject;
  /** Analytics events, as in events.yaml; null takes one away. */
  readonly events?: JsonObject;
  /** Sequences. */
  readonly sequences?: JsonObject;
  /** Forms by name. */
  readonly forms?: JsonObject;
  /** Formats. */
  readonly formats?: JsonObject;
  /** Texts by locale. */
  readonly copy?: JsonObject;
}
