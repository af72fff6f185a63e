import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { compileOnce, editableSources } from "../definitions.ts";
import { setAt } from "../edit-yaml.ts";
import { Browser } from "./browser.ts";
import { outsideIsUp, testService } from "./service.ts";

/*
 * A page is open while its path changes in the definitions on disk, of which no version is
 * published.
 */

const READER = "flows/library-card/screens/reader.yaml";

/** The library card with the reader's page at a path; the name is personal, or more. */
async function libraryWith(path: string | undefined, name = "personal") {
  const sources = new Map(
    [...(await editableSources)].filter(
      ([file]) => !file.includes("/merchant-signup/") && !file.includes("/fixtures/"),
    ),
  );
  if (path !== undefined) sources.set(READER, setAt(sources.get(READER), "path", path));
  for (const [file, place] of [
    ["schemas/library-card/forms/reader.yaml", "properties/name/x-pii"],
    ["schemas/library-card/state.yaml", "properties/reader/properties/name/x-pii"],
  ] as const)
    sources.set(file, setAt(sources.get(file), place, name));
  const compiled = compileOnce(sources, "CI");
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.library;
}

describe(
  "a page whose path is gone from the definitions",
  {
    skip: !(await outsideIsUp()),
  },
  () => {
    let service: Service;
    let stop: () => Promise<void>;
    let ada: Browser;
    beforeEach(async () => {
      if (service === undefined) ({ service, stop } = await testService("outside"));
      service.use(await libraryWith(undefined));
      ada = new Browser(service);
      await ada.open("/library-card");
      await ada.act("submit");
      expect(ada.path).toMatch(/\/reader$/);
    });
    afterAll(() => stop?.());

    it("leads a press to the present page, with what was typed", async () => {
      const { path, revision } = ada;
      service.use(await libraryWith("/{applicationId}/person"));
      const data = { name: "Ada Noor" };
      const { status, seen } = await ada.ask(path, { action: "submit", data, revision });
      expect([status, seen.type, seen.view?.screen]).toEqual([
        409,
        "urn:foyer:problem:updated",
        "reader",
      ]);
      expect(seen.view?.path).toBe(path.replace("/reader", "/person"));
      expect(seen.view?.data).toMatchObject(data);
      expect(seen.view?.revision).toBe(revision);
    });

    it("names the secrets that were typed there, which no page gets back", async () => {
      service.use(await libraryWith(undefined, "secret"));
      const { path, revision } = ada;
      service.use(await libraryWith("/{applicationId}/person", "secret"));
      const press = async (data: object) =>
        ada.ask(path, { action: "submit", data: { lives: "here", ...data }, revision });
      const { seen } = await press({ name: "Ada Noor" });
      expect(seen.view?.data).toEqual({ lives: "here" });
      expect(seen.view?.notices).toEqual([
        expect.objectContaining({ id: "updated" }),
        {
          id: "typedSecrets",
          tone: "info",
          text: expect.stringMatching(/Enter once more: .*[Nn]ame\.$/),
        },
      ]);
      expect((await press({ name: "" })).seen.view?.notices).toHaveLength(1);
    });

    it("leads an open page that asks again to the present page", async () => {
      const { path } = ada;
      service.use(await libraryWith("/{applicationId}/person"));
      const { status, seen } = await ada.ask(path);
      expect([status, seen.path]).toEqual([200, path.replace("/reader", "/person")]);
    });

    it("is unknown where the definitions are the same, and for others", async () => {
      const wrong = ada.path.replace("/reader", "/person");
      expect((await ada.ask(wrong)).status).toBe(404);
      const press = { action: "submit", data: {}, revision: ada.revision };
      expect((await ada.ask(wrong, press)).status).toBe(404);
      const { path } = ada;
      service.use(await libraryWith("/{applicationId}/person"));
      const stranger = new Browser(service);
      await stranger.open("/library-card");
      expect((await stranger.ask(path, press)).status).toBe(403);
    });
  },
);
