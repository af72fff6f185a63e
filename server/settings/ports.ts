import { createServer } from "node:net";
import type { ServerConfig } from "./config.ts";
import { codeOf } from "../errors/code-of.ts";

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EACCES: "this user may not listen there; ports from 1024 on are open to all",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "this machine has no such address",
};

/**
 * Problems of the addresses that the service is to listen on, one sentence each. Each address is
 * listened on for a moment, so that nothing is opened, migrated or published in vain.
 */
export async function portProblems({
  port,
  host,
  metrics,
}: Pick<ServerConfig, "port" | "host" | "metrics">): Promise<readonly string[]> {
  const wanted = [
    { names: ["PORT", "HOST"], port, host },
    ...(metrics === undefined ? [] : [{ names: ["METRICS_PORT", "METRICS_HOST"], ...metrics }]),
  ];
  const problems: string[] = [];
  for (const { names, ...address } of wanted) {
    const code = await whyNot(address);
    if (code !== undefined)
      problems.push(
        `${names[0]} is ${address.port} and ${names[1]} ${address.host}: ${REASONS[code] ?? code} (${code}); ${remedyOf(code, names)}`,
      );
  }
  return problems;
}

function remedyOf(code: string, [port, host]: readonly string[]): string {
  return code === "EADDRNOTAVAIL" || code === "ENOTFOUND"
    ? `give ${host} an address of this machine, or 0.0.0.0 for all of them`
    : `give ${port} another number, or 0 for any free port`;
}

/** The code of the error of listening there; undefined where it works. */
async function whyNot(address: {
  readonly port: number;
  readonly host: string;
}): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error) ?? error.name));
    server.listen(address, () => server.close(() => resolve(undefined)));
  });
}
