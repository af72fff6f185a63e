import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../server/settings/config.ts";
import { PROJECT } from "../definitions.ts";
import { served } from "./served.ts";
import { outsideIsUp, PRODUCTION, testService } from "./service.ts";

const outside = await outsideIsUp();

describe("additions of `foyer dev`", { skip: !outside }, () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(async () => stop?.());

  async function started(env: NodeJS.ProcessEnv) {
    const running = await testService("outside", env);
    ({ stop } = running);
    const page = (
      await running.service.app.inject({
        url: "/library-card",
        headers: { accept: "text/html", host: "localhost" },
      })
    ).body;
    return {
      routes: served(running.service).filter((each) => each.includes("/development")),
      page,
      live: running.service.live,
    };
  }

  it.each([
    ["by itself", { FOYER_ENV: "LOCAL" }],
    ["in CI", { FOYER_ENV: "CI" }],
    ["in production", PRODUCTION],
  ])("is not there %s: no route, no script", async (_, env) => {
    const { routes, page, live } = await started(env);
    expect({ routes, script: page.includes("/development"), live }).toEqual({
      routes: [],
      script: false,
      live: undefined,
    });
  });

  it("is there when it is asked for", async () => {
    const { routes, page } = await started({ FOYER_ENV: "LOCAL", FOYER_DEV: "1" });
    expect(routes).toEqual(["GET /development/changes", "GET /development/live.js"]);
    expect(page).toMatch(
      /<script type="module" src="\/development\/live\.js" data-page="[\w-]+" data-definitions="[\w-]+"><\/script><\/head>/,
    );
  });
});

it.each(["CI", "TEST", "OTE", "production"])("FOYER_DEV is refused in %s", (environment) => {
  const env = {
    FOYER_DEV: "1",
    FOYER_ENV: environment,
    FOYER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  expect(() => readConfig(env, PROJECT)).toThrow(
    /FOYER_DEV is set; open pages follow the files in FOYER_ENV LOCAL only/,
  );
});

it("the built page contains no additions of `foyer dev`", async () => {
  const entries = await readdir(join(PROJECT, "dist/web/client"), {
    recursive: true,
    withFileTypes: true,
  });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".js"));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toMatch(
      /foyer-problems|\/development\//,
    );
});
