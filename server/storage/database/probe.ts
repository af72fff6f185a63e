import pg from "pg";

/**
 * Probes a database over a connection of its own. True for any sign: an answer, a refusal, a reset.
 * False: nothing within `patienceMs`, as from a lost host or behind a firewall that drops.
 *
 * @param url PostgreSQL connection string
 */
export async function isReachable(url: string, patienceMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "foyer-probe" });
  client.on("error", () => undefined);
  const answer = client
    .connect()
    .then(async () => client.query("select 1"))
    .then(
      () => true,
      () => true,
    );
  const answered = await answersWithin(answer, patienceMs);
  client.connection.stream.destroy();
  return answered;
}

/** The answer, or false when none comes within `patienceMs`. */
export async function answersWithin(
  answer: Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    // Two more turns of the event loop: after blocking work an answer may be waiting unread.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), patienceMs);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
