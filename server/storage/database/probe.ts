import pg from "pg";

/**
 * Whether anything is heard from a database over a connection of its own: an answer, a refusal, or a connection that
 * is refused or reset. False: nothing within `patienceMs`, as from a host that is gone or behind a firewall that drops.
 *
 * @param url PostgreSQL connection string
 */
export async function isHeard(url: string, patienceMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "foyer-probe" });
  client.on("error", () => undefined);
  const answer = client
    .connect()
    .then(async () => client.query("select 1"))
    .then(
      () => true,
      () => true,
    );
  const heard = await withinPatience(answer, patienceMs);
  client.connection.stream.destroy();
  return heard;
}

/** False once `patienceMs` are over without the answer. */
export async function withinPatience(
  answer: Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    // One more turn of the event loop: after work that kept it busy, the answer may lie there unread.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), patienceMs);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
