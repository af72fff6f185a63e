import type { Service } from "./service.ts";

/** The text that a start prints: where each flow lies, and where development abilities do. */
export function welcome(address: string, { library, sandbox }: Service): string {
  const flows = [...library().flows.values()].map(
    ({ definition: { mount, description } }) =>
      `  ${new URL(mount, address).href}`.padEnd(40) + description,
  );
  return ["", "  Foyer is up.", "", ...flows, ...(sandbox?.welcomeLines(address) ?? []), ""].join(
    "\n",
  );
}
