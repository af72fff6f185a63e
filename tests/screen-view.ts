import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { PROJECT } from "./definitions.ts";

const fits = new Ajv2020({
  strict: true,
  discriminator: false,
  formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) },
}).compile(
  JSON.parse(readFileSync(join(PROJECT, "schemas/api/screen-view.json"), "utf8")) as object,
);

/** @throws Error with whatever the schema of screen views does not know in this one, or misses */
export function holdToScreenView(view: unknown): void {
  // As it is sent: members without a value are left out.
  if (fits(JSON.parse(JSON.stringify(view)))) return;
  throw new Error(
    `this is no screen view: ${(fits.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`).join("; ")}`,
  );
}
