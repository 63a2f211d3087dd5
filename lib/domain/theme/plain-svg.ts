import { readXml } from "./read-xml";

type XmlElement = NonNullable<ReturnType<typeof readXml>>[number];

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** What drawing programs add, and no browser does anything with. */
const INERT_NAMESPACES: ReadonlySet<string> = new Set([
  "http://www.inkscape.org/namespaces/inkscape",
  "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  "http://creativecommons.org/ns#",
  "http://web.resource.org/cc/",
  "http://purl.org/dc/elements/1.1/",
  "http://www.bohemiancoding.com/sketch/ns",
  "http://www.serif.com/",
  "http://vectornator.io",
]);

const ELEMENTS: ReadonlySet<string> = new Set(
  `svg g defs symbol use switch title desc metadata style view
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop clipPath mask pattern marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
  feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(
    /\s+/,
  ),
);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  `id class style lang role type version baseProfile width height x y z dx dy x1 x2 y1 y2 cx cy r rx ry fx fy fr
  d points pathLength transform viewBox preserveAspectRatio href offset rotate media enable-background
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode values operator k1 k2 k3 k4 stdDeviation radius scale seed
  baseFrequency numOctaves stitchTiles tableValues slope intercept amplitude exponent surfaceScale
  specularConstant specularExponent diffuseConstant kernelMatrix kernelUnitLength order divisor bias targetX
  targetY edgeMode preserveAlpha xChannelSelector yChannelSelector azimuth elevation pointsAtX pointsAtY pointsAtZ
  limitingConeAngle startOffset method spacing lengthAdjust textLength
  color cursor direction display fill filter font mask marker opacity overflow stroke visibility clip isolation
  requiredFeatures systemLanguage xml:space xml:lang`.split(/\s+/),
);

/** Families of attributes that only say how something looks, or what it is. */
const ATTRIBUTE_FAMILIES =
  /^(?:aria|data|font|stroke|fill|text|color|clip|marker|mask|flood|lighting|stop|shape|image|vector|paint|pointer|letter|word|line|writing|dominant|alignment|baseline|glyph|unicode|mix|transform)-[a-z-]+$/;

/** Where a drawing may take a part of itself from. */
const OWN_REFERENCE = /^\s*(?:#|data:image\/(?:png|jpeg|webp);)/;

/** An SVG without script, handlers, animation or anything loaded from elsewhere: only what is known to be a drawing. */
export function isPlainSvg(text: string): boolean {
  const elements = readXml(text);
  if (elements?.[0]?.name !== "svg") return false;
  const prefixes = prefixesOf(elements);
  return prefixes !== null && elements.every((element) => isPlain(element, prefixes));
}

/** What each prefix stands for; null where one is for anything that a browser would act upon, or for two things. */
function prefixesOf(elements: readonly XmlElement[]): ReadonlyMap<string, string> | null {
  const prefixes = new Map<string, string>();
  for (const [name, value] of elements.flatMap(({ attributes }) => [...attributes])) {
    if (name === "xmlns" && value !== SVG) return null;
    if (!name.startsWith("xmlns:")) continue;
    const prefix = name.slice("xmlns:".length);
    const isKnown = value === XLINK || INERT_NAMESPACES.has(value);
    const isSvg = prefix === "svg" && value === SVG;
    if (!(isKnown || isSvg) || (prefixes.get(prefix) ?? value) !== value) return null;
    prefixes.set(prefix, value);
  }
  return prefixes;
}

function isPlain({ name, attributes, text }: XmlElement, prefixes: ReadonlyMap<string, string>) {
  if (!(ELEMENTS.has(name) || isInert(name, prefixes))) return false;
  if (name === "style" && !isPlainCss(text)) return false;
  return [...attributes].every(([attribute, value]) =>
    isPlainAttribute(attribute, value, prefixes),
  );
}

function isInert(name: string, prefixes: ReadonlyMap<string, string>): boolean {
  const [prefix = "", local] = name.split(":");
  return local !== undefined && INERT_NAMESPACES.has(prefixes.get(prefix) ?? "");
}

function isPlainAttribute(name: string, value: string, prefixes: ReadonlyMap<string, string>) {
  if (name === "xmlns" || name.startsWith("xmlns:")) return true;
  const [prefix = "", local] = name.split(":");
  const isXlink = local !== undefined && prefixes.get(prefix) === XLINK;
  if (name === "href" || (isXlink && local === "href")) return OWN_REFERENCE.test(value);
  if (isXlink) return ["type", "title", "role", "show"].includes(local);
  if (isInert(name, prefixes)) return true;
  return (ATTRIBUTES.has(name) || ATTRIBUTE_FAMILIES.test(name)) && isPlainCss(value);
}

/** CSS that loads nothing; an escape could hide what does. */
function isPlainCss(text: string): boolean {
  return !/[\\<]|@import|url\((?!\s*["']?#)|image-set\(|src\(|javascript:/i.test(text);
}
