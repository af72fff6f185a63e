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

/** Milliseconds by which a timer is late where the event loop was blocked. */
export const LATE_MS = 100;

/**
 * The answer, or false when none comes within `patienceMs`. Time in which the event loop was
 * blocked does not count: what was sent meanwhile waits unread, and what follows was not asked for.
 */
export async function answersWithin(
  answer: Promise<boolean>,
  patienceMs: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    const wait = () => {
      const due = performance.now() + patienceMs;
      timer = setTimeout(() => {
        if (performance.now() > due + LATE_MS) wait();
        // Two more turns of the event loop: after blocking work an answer may be waiting unread.
        else setImmediate(() => setImmediate(() => resolve(false)));
      }, patienceMs);
    };
    wait();
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
