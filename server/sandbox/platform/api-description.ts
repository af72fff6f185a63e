import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";

/** Name of the component that holds a screen's view. */
const VIEW = "ScreenView";

/**
 * The OpenAPI description of the service's own routes, from schemas/api.
 *
 * The routes validate their requests themselves, with the codes and sentences of the problem table,
 * which schema validation does not know. Tests compare requests and answers with this description.
 *
 * @param projectFolder folder of package.json
 */
export async function readApiDescription(projectFolder: string): Promise<JsonObject> {
  const [api, view] = await Promise.all(
    ["screens.json", "screen-view.json"].map(
      async (name) =>
        JSON.parse(await readFile(join(projectFolder, "schemas/api", name), "utf8")) as JsonObject,
    ),
  );
  const components = asObject(api?.["components"]);
  return {
    ...api,
    components: {
      ...components,
      schemas: { ...asObject(components["schemas"]), ...viewSchemas(view ?? {}) },
    },
  };
}

/** The schema of a view and its `$defs` as components of OpenAPI. */
function viewSchemas({ $defs, $schema: _, ...view }: JsonObject): JsonObject {
  const parts = Object.entries(asObject($defs)).map(([name, part]) => [
    `${VIEW}.${name}`,
    withComponents(part),
  ]);
  return { [VIEW]: withComponents(view), ...(Object.fromEntries(parts) as JsonObject) };
}

function withComponents(schema: Json): Json {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${VIEW}.`),
  ) as Json;
}
