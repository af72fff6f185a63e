import { asList } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";
import { allowedLocation, frameOrigins, isOrigin } from "../../origins.ts";

/**
 * Reports origins of frames and pictures that are not exact: scheme, host and port, and nothing
 * else. Also reports frames whose origin is not configured.
 */
export function checkFrames({ flow, reporter }: CheckContext): void {
  const { imageOrigin } = flow.config;
  if (imageOrigin !== undefined && !isOrigin(imageOrigin))
    reporter.at("/config/imageOrigin", {
      code: "FLOW-IMAGE-ORIGIN",
      message: `${JSON.stringify(imageOrigin)} is no origin`,
      suggestion: "scheme, host and port alone, such as https://static.example.com",
    });
  const listed = flow.config["frameOrigins"];
  if (listed !== undefined && !Array.isArray(listed))
    reporter.at("/config/frameOrigins", {
      code: "FLOW-FRAME-ORIGIN",
      message: "config.frameOrigins has to be a list of origins",
    });
  for (const [index, origin] of asList(listed).entries()) {
    if (!isOrigin(origin))
      reporter.at(`/config/frameOrigins/${index}`, {
        code: "FLOW-FRAME-ORIGIN",
        message: `${JSON.stringify(origin)} is no origin`,
        suggestion: "scheme, host and port alone, such as https://cards.example.com",
      });
  }
  const { scriptOrigins } = flow.config;
  for (const [index, origin] of asList(scriptOrigins).entries()) {
    if (!isOrigin(origin))
      reporter.at(`/config/scriptOrigins/${index}`, {
        code: "FLOW-SCRIPT-ORIGIN",
        message: `${JSON.stringify(origin)} is no origin`,
        suggestion: "scheme, host and port alone, such as https://tags.example.com",
      });
  }
  for (const [id, screen] of flow.screens) {
    for (const [index, { definition }] of screen.blocks.entries()) {
      if (definition.kind !== "frame" || typeof definition.src !== "string") continue;
      if (allowedLocation(definition.src, [...frameOrigins(flow.config)]) === undefined)
        reporter.at(`/screens/${id}/blocks/${index}/src`, {
          code: "FLOW-FRAME-ORIGIN",
          message: `A frame may not show "${definition.src}": its origin is not in config.frameOrigins`,
        });
    }
  }
}
