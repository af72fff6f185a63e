import { readFile, stat } from "node:fs/promises";
import { Agent, request as httpsRequest } from "node:https";
import type { TlsDefinition } from "../../engine/language/provider.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
}

export interface WireResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
}

/** Sends a request over HTTP. Rejects with a `TimeoutError` when it takes too long. */
export async function sendOverHttp(url: URL, request: WireRequest): Promise<WireResponse> {
  const response = await fetch(url, {
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    redirect: "manual",
    signal: AbortSignal.timeout(request.timeoutMs),
  });
  return {
    status: response.status,
    location: response.headers.get("location"),
    text: await response.text(),
  };
}

/** Certificate files, cached while they stay the same. */
interface KnownAgent {
  readonly agent: Agent;
  readonly written: string;
}

const agents = new Map<string, KnownAgent>();

/**
 * Sends a request over TLS with a client certificate. Changed files are read again, so that a
 * certificate can be renewed without a restart.
 *
 * @throws Error when a variable is not set, a file cannot be read, or the address is not https
 */
export async function sendWithCertificate(
  url: URL,
  request: WireRequest,
  tls: TlsDefinition,
  environment: NodeJS.ProcessEnv,
): Promise<WireResponse> {
  if (url.protocol !== "https:") throw new Error("a certificate needs an https address");
  const agent = await agentOf(tls, environment);
  const { method, headers, body, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      url,
      { method, headers, agent, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", (error) =>
      reject(error.name === "AbortError" ? new DOMException("", "TimeoutError") : error),
    );
    sent.end(body);
  });
}

async function agentOf(tls: TlsDefinition, environment: NodeJS.ProcessEnv): Promise<Agent> {
  const files = [tls.certificate, tls.key, ...(tls.authority === undefined ? [] : [tls.authority])];
  const paths = files.map((name) => environment[name] ?? "");
  const stats = await Promise.all(paths.map(async (path) => stat(path)));
  const written = stats.map(({ mtimeMs, size }) => `${mtimeMs}/${size}`).join(" ");
  const key = paths.join("\n");
  const known = agents.get(key);
  if (known?.written === written) return known.agent;
  const [cert, privateKey, ca] = await Promise.all(paths.map(async (path) => readFile(path)));
  const passphrase = tls.passphrase === undefined ? undefined : environment[tls.passphrase];
  const agent = new Agent({
    keepAlive: true,
    cert,
    key: privateKey,
    ...(ca === undefined ? {} : { ca }),
    ...(passphrase === undefined ? {} : { passphrase }),
  });
  agents.set(key, { agent, written });
  return agent;
}
