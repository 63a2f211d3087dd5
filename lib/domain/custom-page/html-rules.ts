/** Elements of HTML that a template may have; of others only the content stays, or nothing. */
const ELEMENTS = new Set(
  `a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup data dd del details
dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins kbd li link main
mark menu meta meter nav ol p picture pre progress q rp rt ruby s samp search section small span strike strong style sub
summary sup table tbody td tfoot th thead time title tr tt u ul var wbr`.split(/\s+/),
);

const DRAWN = new Set(
  `svg g path circle ellipse line polygon polyline rect defs lineargradient radialgradient stop clippath mask
pattern`.split(/\s+/),
);

/** Elements that only make sense around what they hold. Everything else that is not allowed goes whole. */
const UNWRAPPED = new Set(`form fieldset label legend button nobr output marquee`.split(" "));

const REASONS: Readonly<Record<string, string>> = {
  script: "Scripts are removed: only our own runs on this page.",
  form: "Forms are removed: only our own may send something from this page.",
  base: "<base> is removed: it would change where our own addresses lead.",
  iframe: "Frames are removed.",
  object: "Embedded objects are removed.",
  embed: "Embedded objects are removed.",
};

export type ElementRule =
  | { readonly does: "keep" }
  | { readonly does: "unwrap" | "remove"; readonly reason: string };

/** What becomes of an element. `isDrawing`: in SVG. */
export function ruleOfElement(tagName: string, isDrawing: boolean): ElementRule {
  const name = tagName.toLowerCase();
  if ((isDrawing ? DRAWN : ELEMENTS).has(name)) return { does: "keep" };
  const shown = /^[a-z][a-z-]{0,20}$/.test(name) ? `<${name}>` : "This element";
  const reason = REASONS[name] ?? `${shown} is removed: it may not stand on this page.`;
  return { does: UNWRAPPED.has(name) && !isDrawing ? "unwrap" : "remove", reason };
}

const ATTRIBUTES = new Set(
  `align alt bgcolor border cellpadding cellspacing cite class color colspan datetime dir face height hidden high id lang
loading low max media min open optimum reversed role rowspan scope size span start style title translate type valign
value width`.split(/\s+/),
);

const DRAWING_ATTRIBUTES = new Set(
  `class clip-path clip-rule cx cy d dx dy fill fill-opacity fill-rule gradienttransform gradientunits height id mask offset
opacity patterntransform patternunits points preserveaspectratio r rx ry stop-color stop-opacity stroke stroke-dasharray
stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style transform viewbox width x x1 x2 y y1
y2`.split(/\s+/),
);

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
const PERSON_FOLLOWS = /^(?:https?:\/\/|mailto:|tel:|#)/i;
const LOADED = /^https:\/\//i;

/** Addresses by the element and attribute that name them; any other address is removed. */
const ADDRESSES: Readonly<Record<string, (address: string) => boolean>> = {
  "a href": (address) => PERSON_FOLLOWS.test(address),
  "img src": (address) => LOADED.test(address) || IMAGE.test(address),
  "link href": (address) => LOADED.test(address) || IMAGE.test(address),
};

const META = new Set(["viewport", "description", "theme-color", "color-scheme", "author"]);
const LINKS = new Set(["stylesheet", "icon", "shortcut icon", "apple-touch-icon"]);

type Attribute = { readonly name: string; readonly value: string };

/** Why a `meta` or `link` is removed; null when it stays. */
export function refusedHeadElement(
  tagName: string,
  attributes: readonly Attribute[],
): string | null {
  const value = (name: string) =>
    attributes
      .find((attribute) => attribute.name === name)
      ?.value.trim()
      .toLowerCase() ?? "";
  if (tagName === "meta") {
    if (value("http-equiv") === "refresh") {
      return "<meta> with refresh is removed: the page loads again by itself.";
    }
    const isKept = META.has(value("name")) && value("http-equiv") === "";
    return isKept ? null : "This <meta> is removed: only descriptions of the page may stand here.";
  }
  if (tagName !== "link" || LINKS.has(value("rel"))) return null;
  return "This <link> is removed: only style sheets and icons may be loaded.";
}

export type AttributeRule =
  | { readonly does: "keep" | "fixed" }
  | { readonly does: "remove"; readonly reason: string };

const KEEP = { does: "keep" } as const;
/** It stays, but Mustache may not fill it in. */
const FIXED = { does: "fixed" } as const;

/** What becomes of an attribute. */
export function ruleOfAttribute(
  element: { readonly tagName: string; readonly isDrawing: boolean },
  { name, value }: Attribute,
): AttributeRule {
  const own = name.toLowerCase();
  if (own.startsWith("on"))
    return removed(`${own} is removed: only our own script runs on this page.`);
  if (own === "id") {
    return isOurId(value)
      ? removed(`The id “${value}” is removed: our part of the page has it.`)
      : FIXED;
  }
  if (element.isDrawing) {
    return DRAWING_ATTRIBUTES.has(own)
      ? KEEP
      : removed(`${own} is removed: it may not stand here.`);
  }
  const isAddress = ADDRESSES[`${element.tagName} ${own}`];
  if (isAddress !== undefined) {
    return isAddress(value.trim())
      ? FIXED
      : removed(`The address in ${own} is removed: only https addresses may stand here.`);
  }
  if (isOurs(own)) return removed(`${own} is removed: our part of the page has it.`);
  if (/^(?:aria|data)-[\w-]+$/.test(own) || ATTRIBUTES.has(own)) return KEEP;
  if (
    /^(?:rel|name|content|crossorigin|integrity)$/.test(own) &&
    /^(?:link|meta)$/.test(element.tagName)
  ) {
    return FIXED;
  }
  return removed(`${own} is removed: it may not stand here.`);
}

function removed(reason: string) {
  return { does: "remove", reason } as const;
}

/** Every id of our part of the page: a template that had one would get what is written there. */
const OUR_IDS = [
  "stanchion",
  "main",
  "headline",
  "lead",
  "figure-label",
  "figure",
  "progress",
  "number",
  "wait",
  "wait-note",
  "status",
  "updated",
  "message",
  "message-text",
  "action",
  "fallback",
  "notes",
  "leave",
  "announcer",
  "alerts",
  "check",
  "code",
  "kept",
  "kept-note",
  "kept-place",
  "message-time",
  "move",
  "notice",
  "promise",
  "receipt",
  "support",
  "support-code",
];

const OUR_ID_SET: ReadonlySet<string> = new Set(OUR_IDS);

/** True for an id that only our part of a page may have. */
export function isOurId(id: string): boolean {
  return OUR_ID_SET.has(id.trim()) || id.trim().startsWith("stanchion");
}

/** Attributes of the body by which our script says what it shows. */
function isOurs(name: string): boolean {
  return /^data-(?:screen|layout|tone|stanchion.*)$/.test(name);
}

/** Where nothing but text may stand, so that a tag in it would be read as text. */
export const RAW_TEXT: ReadonlySet<string> = new Set(
  "style script xmp iframe noembed noframes noscript plaintext".split(" "),
);
