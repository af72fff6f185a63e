import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";
import { BuiltService } from "../browser/built-service.ts";
import { addAt, setAt } from "../edit-yaml.ts";

/** The recipe of flows/README.md, word for word: product staff have only that. */
let folder: string;
let service: BuiltService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-flows-"));
  for (const part of ["flows", "schemas", "content"])
    await cp(join(PROJECT, part), join(folder, part), { recursive: true });
  service = await BuiltService.start({ FOYER_FLOWS: folder, FOYER_ENV: "LOCAL" });
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface View {
  readonly screen: string;
  readonly path: string;
  readonly revision: number;
  readonly version: string;
}

async function act(
  path: string,
  revision: number,
  data: object,
  cookie: string,
): Promise<{ readonly view: View; readonly cookie: string }> {
  const post = async () =>
    fetch(service.url + path, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...(cookie === "" ? {} : { cookie }),
      },
      body: JSON.stringify({ action: "submit", data, revision }),
    });
  let response = await post();
  // While other variants are checked, a busy machine may answer that it cannot yet.
  for (let again = 0; response.status === 503 && again < 30; again++) {
    await sleep(1000);
    response = await post();
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return {
    view: (await response.json()) as View,
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? cookie,
  };
}

const read = (path: string) => readFile(join(folder, path), "utf8");

it("a screen added in YAML appears to a visitor while the service runs", async () => {
  const { view: reader, cookie } = await act("/library-card", 0, {}, "");
  expect(reader.screen).toBe("reader");

  const readme = await readFile(join(PROJECT, "flows/README.md"), "utf8");
  const sequence = /```yaml\n +screens: \[(reader, favourite[^\]]*)\]\n/.exec(readme)?.[1] ?? "";
  // First of all: until the last file is written the flow has a mistake, and is not served.
  const front = "flows/library-card/flow.yaml";
  await writeFile(
    join(folder, front),
    setAt(await read(front), "sequences/application/screens", sequence.split(", ")),
  );
  for (const [, path, text] of readme.matchAll(
    /```yaml\n# ((?:flows|schemas)\/\S+\/favourite\.yaml)\n([\s\S]*?)```/g,
  ))
    await writeFile(join(folder, path ?? ""), text ?? "");
  const words =
    'title: "Who is your favourite writer?"\nfields:\n  writer: { label: "Writer" }\nactions:\n  submit: { label: "Continue" }\n';
  for (const locale of ["en-US", "fr-CA"])
    await writeFile(join(folder, `content/library-card/${locale}/screens/favourite.yaml`), words);
  await writeFile(
    join(folder, "schemas/library-card/state.yaml"),
    addAt(await read("schemas/library-card/state.yaml"), "properties/reader/properties/writer", {
      type: "string",
    }),
  );

  let now = reader.version;
  for (let waited = 0; now === reader.version && waited < 600; waited++) {
    await sleep(100);
    now = (
      (await (
        await fetch(`${service.url}/library-card`, { headers: { accept: "application/json" } })
      ).json()) as View
    ).version;
  }
  expect(now).not.toBe(reader.version);
  const { view } = await act(
    reader.path,
    reader.revision,
    { name: "Ada Noor", born: "1990/02/28", lives: "here" },
    cookie,
  );
  expect(view).toMatchObject({ screen: "favourite", because: "resume/favourite-missing" });
  expect((await act(view.path, view.revision, { writer: "Alice Munro" }, cookie)).view.screen).toBe(
    "confirm",
  );
});

it("the last good definitions are served when a broken one is saved", async () => {
  const before = (
    (await (
      await fetch(`${service.url}/library-card`, { headers: { accept: "application/json" } })
    ).json()) as View
  ).version;
  await appendFile(
    join(folder, "flows/library-card/screens/done.yaml"),
    "allow: { guard: nobody }\n",
  );
  await sleep(1000);
  const response = await fetch(`${service.url}/library-card`, {
    headers: { accept: "application/json" },
  });
  expect(response.status).toBe(200);
  expect(((await response.json()) as View).version).toBe(before);
});
