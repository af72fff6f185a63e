/** How a text is to be written, by the pattern that the language's schemas hold it to. */
export const WRITTEN: Readonly<Record<string, string>> = {
  "^#[0-9a-fA-F]{6}$": "# and six hexadecimal digits, such as '#0b5d52'",
  "^[A-Z][A-Z0-9_]*$": "capital letters, digits and _, such as REGISTRY_BASE_URL",
  "^[a-z][a-z0-9-]*$": "small letters, digits and -, such as card-order",
  "^[a-z][A-Za-z0-9]*$": "letters and digits, a small letter first, such as cardOrders",
  "^/": "a path that begins with /",
  "^[A-Za-z][A-Za-z0-9]*$": "letters and digits, a letter first, such as ownerId",
  "^[A-Za-z][A-Za-z0-9_-]*$": "letters, digits, _ and -, a letter first",
  "^[A-Za-z0-9_-]{1,64}$": "1 to 64 letters, digits, _ and -",
  "^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "small letters, digits and single -, such as extra-checks",
  "^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$":
    "a language, with its script and its region where they matter, such as en-US, fr or zh-Hant",
  "^[A-Z][A-Z0-9]+_([A-Z0-9]+_)*$": "capital letters and digits with _ behind, such as CARDS_",
  "^[A-Z][A-Z0-9_]*_$": "capital letters and digits with _ behind, such as CARDS_",
  "^[A-Za-z0-9*-]+$": "the name of an action, or a pattern such as edit-*",
  "^[a-zA-Z][a-zA-Z0-9-]*$": "letters, digits and -, a letter first",
  "^[a-z][a-z0-9]*([.-][a-z0-9]+)*$": "small letters and digits, parted by . or -",
  "^/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)?$":
    "a path without / at its end, such as /clinic, or / alone",
  "^[a-z]+(?:-[a-z]+)*$": "small letters and single -, such as client-id",
  "^[A-Za-z][A-Za-z0-9_.-]{0,63}$": "up to 64 letters, digits, _, . and -, a letter first",
  "^[A-Z]{3}$": "three capital letters, such as USD",
  "^(?:/[A-Za-z0-9_~-]+)+/[{][a-z][A-Za-z0-9]*[}]$":
    "a path with the value at its end, such as /r/{partner}",
  "^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$": "a host in small letters, such as apply.example.com",
  "^https://[^ @?#]+$": "an address that begins with https://, without ? and #",
  "^[a-z0-9-]+$": "small letters, digits and -, such as x-signature",
  "^[a-z][A-Za-z0-9-]*$": "letters, digits and -, a small letter first",
  "^/brand/[0-9a-z/._-]+\\.svg$": "/brand/FLOW/NAME.svg",
  "^[MmZzLlHhVvCcSsQqTtAa0-9 ,.-]{1,2000}$": "the d of an SVG path, of 2,000 characters at most",
  "^(?:0|[0-9]{1,3}(?:[.][0-9]{1,3})?(?:px|rem|em))$": "a number with px, rem or em, such as 8px",
  "^[A-Za-z_][\\w-]*(\\.[\\w-]+)*$": "members parted by dots, such as data.owner",
  "^(flags|config|theme|screens|tables|guards|values|calls|roles|events|sequences|forms|formats|copy)([.][^. ]+)*$":
    "a place of the flow, such as config.links",
  [String.raw`^(?:'[^'\\"/;{}<>()]+'|"[^'\\"/;{}<>()]+"|[A-Za-z-][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*)(?:, ?(?:'[^'\\"/;{}<>()]+'|"[^'\\"/;{}<>()]+"|[A-Za-z-][A-Za-z0-9-]*(?: [A-Za-z0-9-]+)*))*$`]:
    "font families parted by commas, such as 'Inter Variable', sans-serif",
};
