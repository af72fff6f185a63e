import { writingEvents } from "../events.ts";

/** Stores an outside application with the step that read it; nothing when its id exists. */
export const IMPORT = `with
  begun as (
    insert into applications (key, id, flow, flow_version, variant, subject, state, revision, bound_revision, timers, due_at, locale)
    values ($1, $2, $3, $4, $5, $6, $7, 1, case when $15 then 1 end, $16, $17, $18)
    on conflict (id) do nothing returning key, revision
  ),
  journaled as (
    insert into journal (application, revision, at, kind, because, flow_version, events, input, actor, bound)
    select key, revision, $8, $9, $10, $4, $11, $12, $13, $15 from begun
  ),
  ${writingEvents("select key, item, place from begun, jsonb_array_elements($14::jsonb) with ordinality list (item, place)")}
  select 1 from begun`;
