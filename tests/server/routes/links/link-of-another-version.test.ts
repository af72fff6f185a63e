import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runGate, createPublication } from "../../../../server/definitions/publish-gate.ts";
import { readSources } from "../../../../server/definitions/read-sources.ts";
import type { Service } from "../../../../server/service.ts";
import type { KeptMail } from "../../../../server/storage/repositories/mails.ts";
import { Versions } from "../../../../server/storage/repositories/versions.ts";
import { CLINIC, PROJECT } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";
import { Browser } from "../../browser.ts";
import { outsideIsUp, testService } from "../../service.ts";

describe("a mailed link of another version", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_FLOWS: CLINIC,
      FOYER_PUBLISHED: "1",
      PUBLIC_URL: "http://localhost",
    }));
  });
  afterAll(() => stop?.());

  /** Publishes the clinic with its link `go-on` under another name. */
  async function publishOtherName(): Promise<void> {
    const edited = new Map(await readSources(CLINIC, PROJECT));
    const edits: readonly [file: string, from: string, to: string][] = [
      ["flow.yaml", "\n  go-on:", "\n  go-on-later:"],
      ["calls/post.yaml", "opens: go-on", "opens: go-on-later"],
      ["fixtures/is-too-late.yaml", "follow: go-on,", "follow: go-on-later,"],
      ["fixtures/is-too-late.yaml", "link:go-on }", "link:go-on-later }"],
    ];
    for (const [file, from, to] of edits) {
      const path = `flows/clinic/${file}`;
      edited.set(path, mustReplace(edited.get(path) ?? "", from, to));
    }
    const result = runGate(edited, "clinic");
    if (!result.ok) throw new Error(JSON.stringify(result));
    await new Versions(service.database).publish([
      createPublication(edited, result.flow, {
        author: "test",
        message: "another link",
        inFlight: "re-ask",
        until: undefined,
      }),
    ]);
    const { version } = result.flow;
    while (service.library().flows.get("clinic")?.version !== version) await sleep(20);
  }

  it("still admits its holder, before and after the application has moved", async () => {
    const parent = new Browser(service);
    await parent.open("/clinic");
    await parent.act("submit");
    await parent.act("submit", { postcode: "11111" });
    await parent.act("submit", { address: "kim@cedar.dev" });
    const mailed = async () =>
      (
        (await new Browser(service).ask("/inbox.json")).seen as unknown as {
          mails: readonly KeptMail[];
        }
      ).mails;
    const [code] = await mailed();
    await parent.act("submit", { code: /\b\d{6}\b/.exec(code?.text ?? "")?.[0] ?? "" });
    await parent.act("later");
    const link = (await mailed()).find(({ template }) => template === "go-on")?.links[0] ?? "";
    await publishOtherName();
    for (const moment of ["before", "after"]) {
      const stranger = new Browser(service);
      const page = await stranger.open(link, { accept: "text/html" });
      const pressed = await stranger.ask(new URL(page.url).pathname, {});
      expect([moment, pressed.status]).toEqual([moment, 200]);
      expect((await parent.open(parent.path)).seen.screen).toBe("contact");
    }
  });
});
