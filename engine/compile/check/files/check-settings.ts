import type { CheckContext } from "../run/check-context.ts";
import { closest } from "../../../source/closest.ts";

/** Settings that the engine and the service read by name in every flow. */
export const READ_BY_NAME = [
  "support",
  "links",
  "sender",
  "allowedOrigins",
  "frameOrigins",
  "imageOrigin",
  "scriptOrigins",
  "dateFormat",
];

/**
 * Reports settings whose name is close to one that the engine reads. Settings are free in shape, so
 * the schema does not catch such a slip.
 */
export function checkSettings({ flow, reporter }: CheckContext): void {
  for (const name of Object.keys(flow.config)) {
    if (READ_BY_NAME.includes(name)) continue;
    const meant = closest(name, READ_BY_NAME);
    if (meant !== undefined && !Object.hasOwn(flow.config, meant))
      reporter.at(`/config/${name}`, {
        code: "FLOW-CONFIG-NAME",
        severity: "warning",
        message: `The setting "${name}" is read by nothing but rules`,
        suggestion: meant,
      });
  }
}
