import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerStarting } from "../../../server/starting/answer-starting.ts";
import { startingWords } from "../../../server/starting/starting-words.ts";
import { PROJECT } from "../../definitions.ts";

describe("answerStarting()", () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const words = startingWords([PROJECT]);
    server = createServer((request, response) => void answerStarting(request, response, words));
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("says at /healthz that the process is alive", async () => {
    const answer = await fetch(`${url}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "alive" }]);
  });

  it.each(["/readyz", "/get-started", "/webhooks/merchant-signup/persona"])(
    "refuses %s with a problem that says when to ask again",
    async (path) => {
      const answer = await fetch(`${url}${path}?a=1`, { headers: { accept: "application/json" } });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        503,
        "application/problem+json",
      ]);
      expect(answer.headers.get("retry-after")).toBe("2");
      expect(await answer.json()).toEqual({
        type: "urn:foyer:problem:starting",
        title: "This node is starting",
        detail: expect.stringContaining("compiles its flows"),
      });
    },
  );

  it.each([
    ["en-US", "We cannot answer right now"],
    ["fr", "Rien n’est perdu"],
  ])("shows browsers a page in %s that loads nothing", async (language, text) => {
    const answer = await fetch(`${url}/get-started`, {
      headers: { accept: "text/html", "accept-language": language },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    const page = await answer.text();
    expect(page).toContain(text);
    expect(page).toContain(`<html lang="${language === "fr" ? "fr-CA" : language}"`);
    expect(page).not.toMatch(/unavailable\.|<script/);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("answers a post without waiting for its body, and leads back to what was typed", async () => {
    const answer = await fetch(`${url}/get-started`, {
      method: "POST",
      headers: { accept: "text/html" },
      body: new URLSearchParams({ email: "ann@example.com" }),
    });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Go back in your browser");
  });
});
