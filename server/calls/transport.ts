import { readFile, stat } from "node:fs/promises";
import { Agent, request as httpsRequest } from "node:https";
import type { TlsDefinition } from "../../engine/language/provider.ts";
import { reasonOf, Unreached } from "./unreached.ts";

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

/** Maximum size of an answer's body in bytes; the largest known one has about 200 KiB. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Sends a request over HTTP. Rejects with a `TimeoutError` when it takes too long, and with another
 * error when the answer is too long.
 */
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
    text: await textOf(response),
  };
}

async function textOf({ body }: Response): Promise<string> {
  const read = new BoundedBody();
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) read.add(chunk);
  return read.text();
}

/** The body of an answer as it comes in. */
class BoundedBody {
  private readonly chunks: Uint8Array[] = [];
  private bytes = 0;

  /** @throws Error beyond the longest body */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes > MOST_BYTES)
      throw new Unreached(`the answer is longer than ${MOST_BYTES} bytes; the rest is not read`);
    this.chunks.push(chunk);
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.chunks));
  }
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
 * @throws Unreached when a variable is not set, a file cannot be read, or the address is not https
 */
export async function sendWithCertificate(
  url: URL,
  request: WireRequest,
  tls: TlsDefinition,
  environment: NodeJS.ProcessEnv,
): Promise<WireResponse> {
  if (url.protocol !== "https:") throw new Unreached("a certificate needs an https address");
  const agent = await agentOf(tls, environment);
  const { method, headers, body, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      url,
      { method, headers, agent, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const read = new BoundedBody();
        response.on("data", (chunk: Buffer) => {
          try {
            read.add(chunk);
          } catch (error) {
            response.destroy(error as Error);
          }
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            text: read.text(),
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
  const unreadable = (at: number) => (error: unknown) => {
    throw new Unreached(`the certificate of ${files[at] ?? ""} cannot be read: ${reasonOf(error)}`);
  };
  const stats = await Promise.all(paths.map(async (path, at) => stat(path).catch(unreadable(at))));
  const written = stats.map(({ mtimeMs, size }) => `${mtimeMs}/${size}`).join(" ");
  const key = paths.join("\n");
  const known = agents.get(key);
  if (known?.written === written) return known.agent;
  const [cert, privateKey, ca] = await Promise.all(
    paths.map(async (path, at) => readFile(path).catch(unreadable(at))),
  );
  const passphrase = tls.passphrase === undefined ? undefined : environment[tls.passphrase];
  const agent = new Agent({
    keepAlive: true,
    cert,
    key: privateKey,
    ca,
    passphrase,
  });
  agents.set(key, { agent, written });
  return agent;
}
