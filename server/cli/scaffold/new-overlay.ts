import { parseDocument, stringify } from "yaml";
import { sourcesOfFlow } from "../../../engine/compile/flow-sources.ts";
import { palette } from "../../../engine/compile/theme/palette.ts";
import { contrastOf } from "../../../engine/compile/theme/readable-shade.ts";
import { pathAxisOf } from "../../../engine/language/axes.ts";
import type { FlowDefinition } from "../../../engine/language/flow.ts";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { fresh, ID, type Scaffold } from "./fresh-files.ts";
import { logoSvg } from "./logo.ts";
import { seeItAt } from "./see-it.ts";

/** The input of a new overlay. */
export interface NewOverlay {
  readonly flow: string;
  /** The value of the axis with a path. */
  readonly id: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** Display name. */
  readonly name: string;
}

/**
 * The theme of a value in the path, from one colour, with what partners often change in comments.
 * Throws for an invalid or taken name, an unreadable colour, or a flow without an axis that has a
 * path.
 */
export function newOverlay(sources: Sources, { flow, id, colour, name }: NewOverlay): Scaffold {
  if (!ID.test(id))
    throw new Error(`a value's name is small letters, digits and hyphens, not "${id}"`);
  const theme = sources.get(`flows/${flow}/theme.yaml`);
  if (theme === undefined) throw new Error(`there is no flow ${flow} with a theme.yaml`);
  if (!/^#[0-9a-f]{6}$/i.test(colour))
    throw new Error(`--colour wants six hexadecimal digits such as #0b5d52, not "${colour}"`);
  const { accent } = palette(colour).light;
  // A partner does not show the flow's own mark.
  const mark = parseDocument(theme).has("mark") ? "  mark: null\n" : "";
  const logo = `/brand/${flow}/${id}.svg`;
  const logoFile = `content/${flow}/brand/${id}.svg`;
  const front = parseDocument(
    sources.get(`flows/${flow}/flow.yaml`) ?? "",
  ).toJS() as FlowDefinition;
  const inPath = pathAxisOf(front);
  if (inPath === undefined)
    throw new Error(
      `the flow ${flow} has no axis with a path; write one into flows/${flow}/flow.yaml, such as axes: { partner: { description: Whose link led here, path: '/p/{partner}', untrusted: true } }`,
    );
  const { axis, before } = inPath;
  const path = `flows/${flow}/overlays/${axis}/${id}.yaml`;
  const address = `${before}${id}${front.mount === "/" ? "" : front.mount}`;
  const host = `axes.${axis}.values of flows/${flow}/flow.yaml: { ${id}: { host: apply.partner.example } }`;
  return fresh(
    sources,
    {
      [path]: [
        "overlay",
        `# Its pages begin at ${address}. A host of its own stands in
# ${host}.
overlay: ${axis}
name: ${id}
description: ${JSON.stringify(name)}
theme:
  name: ${JSON.stringify(name)}
  logo: ${logo}
${mark}  colour: '${colour}'
  # favicon: ${logo}
  # nameInLogo: true
  # radius: 8px
${hintsOf(sources, { flow, front, changes: front.axes?.[axis]?.changes })}`,
      ],
      [logoFile]: ["", logoSvg(name, accent)],
    },
    [
      ...noteOfColour(colour),
      `Put the partner's logo into ${logoFile}: a letter stands there`,
      `What partners often change as well stands in ${path}, in comments`,
      `A host of its own stands in ${host}`,
      seeItAt(address),
    ],
  );
}

/** What pages show in the place of a colour that cannot be read; nothing for one that can. */
function noteOfColour(colour: string): readonly string[] {
  const { accent, sunken } = palette(colour).light;
  if (accent === colour.toLowerCase()) return [];
  const contrast = contrastOf(colour, sunken).toFixed(2);
  return [
    `${colour} is written, with a contrast of ${contrast} on light surfaces: pages show links and what is chosen in ${accent}, the nearest shade that can be read`,
  ];
}

/** Settings that partners often have of their own, each with an example. */
const EXAMPLES: JsonObject = {
  support: { phone: "+1 800 555 0199", href: "tel:+18005550199" },
  sender: { address: "no-reply@partner.example" },
};

/** Places that overlays of an axis may change where it names none. */
const OPEN = ["theme", "copy", "config.support", "config.links"];

/**
 * Comments that become part of the overlay without their signs: support, links, sender, prices and
 * texts, as far as the flow has them and lets the axis change them.
 */
function hintsOf(
  sources: Sources,
  {
    flow,
    front,
    changes = OPEN,
  }: {
    readonly flow: string;
    readonly front: FlowDefinition;
    readonly changes: readonly string[] | undefined;
  },
): string {
  const config = Object.assign({}, ...documentsAt(sources, flow, "config/")) as JsonObject;
  const names = ["support", "links", "sender", "pricing"].filter(
    (name) =>
      changes.some((open) => open === "config" || open === `config.${name}`) &&
      Object.hasOwn(config, name),
  );
  const settings = Object.fromEntries(names.map((name) => [name, exampleOf(name, config)]));
  const [locale] = front.locales;
  const support = documentOf(sources.get(`content/${flow}/${locale}/support.yaml`));
  const lines = stringify({ config: settings, copy: { [locale ?? ""]: { support } } }).trimEnd();
  return [
    "# Without the signs before them, these lines are the partner's own:",
    ...lines.split("\n").map((line) => `# ${line}`),
    "",
  ].join("\n");
}

/** An example of a setting: addresses of the partner's, else the flow's own values. */
function exampleOf(name: string, config: JsonObject): JsonObject[string] {
  if (name === "links")
    return Object.fromEntries(
      Object.keys(asObject(config["links"])).map((link) => [
        link,
        `https://partner.example/${link}`,
      ]),
    );
  return EXAMPLES[name] ?? config[name] ?? null;
}

function documentsAt(sources: Sources, flow: string, folder: string): readonly JsonObject[] {
  return [...sourcesOfFlow(sources, flow)].flatMap(([path, text]) =>
    path.startsWith(`flows/${flow}/${folder}`) && path.endsWith(".yaml") ? [documentOf(text)] : [],
  );
}

function documentOf(text: string | undefined): JsonObject {
  return asObject(parseDocument(text ?? "").toJS() as JsonObject[string]);
}
