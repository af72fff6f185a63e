import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { canariesIn } from "./canaries.ts";
import { fillIn, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();
const CANARIES = [
  "Kim",
  "Lund",
  "kim+sbx",
  "cedar",
  "834500001",
  "83-4500001",
  "08/19/1991",
  "1991-08-19",
  "9901",
  "3125550143",
  "Tamarack",
  "60614",
  "urn:app:",
];

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string }[];
}

describe("telemetry of the service", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  const lines: string[] = [];
  const sent: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => {
        sent.push(Buffer.concat(parts).toString());
        response.setHeader("content-type", "application/json").end("{}");
      });
  });
  let stopped = false;
  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    const { port } = collector.address() as AddressInfo;
    ({ service, stop } = await testService(
      "outside",
      {
        METRICS_PORT: "0",
        LOG_LEVEL: "info",
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      },
      { write: (line) => void lines.push(line) },
    ));
    const visitor = new Visitor(service);
    await fillIn(visitor, "kim+sbx.approved@example.com");
    await visitor.act("check");
    await visitor.act("nonsense");
    await visitor.get("/healthz");
    await service.app.inject({ url: "/", headers: { host: "elsewhere.example" } });
  });
  afterAll(async () => {
    if (!stopped) await stop?.();
    collector.close();
  });

  const metrics = async () =>
    (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();

  it("metrics: steps, decisions by row, calls by outcome, latency by screen, queues, connections", async () => {
    const text = await metrics();
    for (const line of [
      'foyer_steps_total{flow="merchant-signup",kind="act",result="kept"} 8',
      'foyer_steps_total{flow="merchant-signup",kind="act",result="refused"} 1',
      'foyer_call_seconds_count{service="platform",call="createApplication",outcome="200"} 1',
      "foyer_calls_pending 0",
      "foyer_database_up 1",
      'foyer_database_connections{state="waiting"} ',
      'foyer_problems_total{code="unknown-host"} 1',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(
      /foyer_decisions_total\{flow="merchant-signup",because="[a-z-]+\/[a-z-]+"\} \d/,
    );
    expect(text).toMatch(
      /foyer_request_seconds_bucket\{le="0.1",method="POST",screen="merchant-signup\/business",status="2xx"\} \d/,
    );
    expect(text).toMatch(/nodejs_eventloop_lag_seconds \d/);
  });

  it("metrics: the row of a failure that shows the page again", async () => {
    await new Visitor(service).post(
      { action: "submit", revision: 0, data: { legalName: "Kim Lund", ssn9: "731-88-9901" } },
      {},
      "/urn:app:guessed/tax-information?type=SSN",
    );
    expect(await metrics()).toContain(
      'foyer_decisions_total{flow="merchant-signup",because="tax-information/submit/failed"} 1',
    );
  });

  it("metrics: no personal data, and a fixed number of series for any number of visitors or addresses", async () => {
    const before = (await metrics()).split("\n").length;
    const stranger = new Visitor(service);
    for (let at = 0; at < 30; at++)
      await stranger.get(
        `/${CANARIES[at % CANARIES.length] ?? ""}${at}/applicant?email=kim@cedar.dev`,
      );
    const text = await metrics();
    expect(text.split("\n").length - before).toBeLessThan(40);
    expect(canariesIn(text, CANARIES)).toEqual([]);
  });

  it("log: a form sent without scripts under the screen that it leads to", async () => {
    const sent = await service.app.inject({
      method: "POST",
      url: "/library-card",
      headers: {
        accept: "text/html",
        host: "localhost",
        "content-type": "application/x-www-form-urlencoded",
      },
      payload: "action=submit&revision=0",
    });
    expect(sent.statusCode).toBe(303);
    await expect
      .poll(() => lines.map((line) => JSON.parse(line) as object))
      .toContainEqual(
        expect.objectContaining({
          method: "POST",
          status: 303,
          screen: "reader",
          flow: "library-card",
        }),
      );
  });

  it("are not on the public port", async () => {
    const response = await service.app.inject({
      url: "/metrics",
      headers: { accept: "application/json" },
    });
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain("foyer_");
  });

  it("logs: one line a request with its number and why, the calls it made under the same number, and no address", () => {
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const check = told.find(
      ({ msg, screen, method }) =>
        msg === "a request was answered" && screen === "verifying" && method === "POST",
    );
    expect(check).toMatchObject({
      status: 200,
      route: "/*",
      flow: "merchant-signup",
      because: expect.stringMatching(/./),
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(
      told.find(({ msg, reqId }) => msg === "a call was answered" && reqId === check?.["reqId"]),
    ).toMatchObject({ call: "createApplication", outcome: "200" });
    expect(canariesIn(lines.join(""), CANARIES)).toEqual([]);
  });

  it("gives every answer the number to name when asking for help", async () => {
    expect((await new Visitor(service).get("/get-started")).headers["x-request-id"]).toMatch(
      /^[0-9a-f-]{36}$/,
    );
  });

  it("traces: request, step, call and query form one trace, without personal data", async () => {
    await stop();
    stopped = true;
    const spans = sent
      .flatMap(
        (each) =>
          (JSON.parse(each) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] })
            .resourceSpans,
      )
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const call = spans.find(
      ({ name, attributes }) =>
        name === "call" && JSON.stringify(attributes).includes("createApplication"),
    );
    const chain = [];
    for (
      let at: Span | undefined = call;
      at !== undefined;
      at = spans.find(({ spanId }) => spanId === at?.parentSpanId)
    )
      chain.push(at.name);
    expect(chain).toEqual(["call", "step", "request"]);
    expect(spans.some(({ name, traceId }) => name === "query" && traceId === call?.traceId)).toBe(
      true,
    );
    expect(canariesIn(sent.join(""), CANARIES)).toEqual([]);
  });
});
