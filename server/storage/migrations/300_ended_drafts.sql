-- Ends a draft within the statement of the step that sends it. A function reads what was committed until it is called:
-- the statement itself sees no draft that was saved while it waited for the application.
create function end_draft(uuid, bytea, text, text) returns boolean language plpgsql as $$
begin
  delete from drafts where application = $1 and subject = $2 and screen = $3 and thing = $4;
  return found;
end $$;
grant execute on function end_draft(uuid, bytea, text, text) to public;
