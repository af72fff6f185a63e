import { asObject } from "../language/json.ts";
import { linkAddress } from "../language/link-address.ts";
import { pathPrefix } from "../language/axes.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { readPath } from "../rules/state-path.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { imageUrl } from "./image-url.ts";
import type { BrandView } from "./view.ts";
import { markFixed } from "./write-view.ts";

/**
 * The theme, support details and links of the variant. Links lie in `config.links`, their labels
 * under `links.<name>`.
 */
export function renderBrand(flow: CompiledVariant, copy: CopyBook): BrandView {
  const brand = brands.get(copy) ?? markFixed(brandOf(flow, copy));
  brands.set(copy, brand);
  return brand;
}

/** Brands by copy book, which belongs to one variant and language. */
const brands = new WeakMap<CopyBook, BrandView>();

function brandOf(flow: CompiledVariant, copy: CopyBook): BrandView {
  const { theme, config } = flow;
  const { cobrand } = theme;
  const phone = readPath(config, "support.phone");
  const href = readPath(config, "support.href");
  const title = copy.text("support.title");
  const note = copy.text("brand.note") ?? "";
  return {
    // A language may have a name of its own.
    name: copy.text("brand.name") ?? theme.name,
    logo: theme.logo === undefined ? undefined : (imageUrl(theme.logo, config) ?? theme.logo),
    ...(theme.nameInLogo === true && theme.mark === undefined ? { nameInLogo: true } : {}),
    mark: theme.mark,
    favicon:
      theme.favicon === undefined ? undefined : (imageUrl(theme.favicon, config) ?? theme.favicon),
    homeHref: theme.homeHref === undefined ? undefined : prefixed(theme.homeHref, flow),
    cobrand:
      cobrand === undefined
        ? undefined
        : {
            name: cobrand.applicationName,
            logo:
              cobrand.logo === undefined
                ? undefined
                : (imageUrl(cobrand.logo, config) ?? cobrand.logo),
            first: cobrand.flipLogos === true,
          },
    theme: {
      light: theme.light,
      dark: theme.dark,
      radius: theme.radius,
      bodyFont: theme.bodyFont,
      headingFont: theme.headingFont,
    },
    support: {
      ...(typeof phone === "string" ? { phone } : {}),
      ...(typeof href === "string" ? { href } : {}),
      label: copy.text("support.label") ?? "",
      ...(title === undefined ? {} : { title, text: copy.text("support.text") }),
    },
    links: [...renderLinks(flow, copy).values()],
    ...(note === "" ? {} : { note }),
  };
}

/** Links of `config.links` that the locale has an address for, by name. */
export function renderLinks(
  { config }: CompiledVariant,
  copy: CopyBook,
): ReadonlyMap<string, BrandView["links"][number]> {
  const links = readPath(config, "links");
  return new Map(
    Object.entries(asObject(links)).flatMap(([name, target]) => {
      const href = linkAddress(target, copy.locale);
      return href === undefined
        ? []
        : [[name, { href, label: copy.text(`links.${name}`) ?? name }] as const];
    }),
  );
}

/** A path of this site with the prefix of the variant; other addresses as they are. */
function prefixed(href: string, { definition, variant }: CompiledVariant): string {
  return !href.startsWith("/") || href.startsWith("//")
    ? href
    : `${pathPrefix(definition, variant)}${href}`;
}
