import type { EventLine } from "../../storage/repositories/events.ts";

/**
 * An event as one line of NDJSON: the documented envelope (`eid`, `type`, `custom_properties`,
 * `virtual_path`), then its flow, application and screen.
 */
export function eventLine({
  eid,
  type,
  at,
  flow,
  flowVersion,
  application,
  session,
  about,
  properties,
}: EventLine): string {
  const { schema, version, name, path, ...where } = about;
  return JSON.stringify({
    eid,
    type,
    at: at.toISOString(),
    schema,
    version,
    eventName: name,
    virtual_path: path ?? null,
    custom_properties: properties,
    flow,
    flowVersion,
    application,
    session,
    ...where,
  });
}
