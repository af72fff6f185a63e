import { expect, it } from "vitest";
import { stopParts } from "../../../server/composition/stop-parts.ts";

it("stopParts() stops every part in order, logs those that fail by name, and says so", async () => {
  const stopped: string[] = [];
  const logged: object[] = [];
  const parts = {
    background: async () => Promise.reject(new Error("a timer hangs")),
    app: async () => Promise.resolve(stopped.push("app")),
    sealing: () => {
      throw new TypeError("no vault");
    },
    storage: async () => Promise.resolve(stopped.push("storage")),
  };
  const log = { error: (details: object) => void logged.push(details) };
  await expect(stopParts(parts, log)).rejects.toThrow(
    "these parts could not be stopped: background, sealing",
  );
  expect(stopped).toEqual(["app", "storage"]);
  expect(logged).toEqual([
    { part: "background", err: { name: "Error", message: "a timer hangs" } },
    { part: "sealing", err: { name: "TypeError", message: "no vault" } },
  ]);
});
