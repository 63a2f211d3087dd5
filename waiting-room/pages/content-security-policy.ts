import { OWN_WINDOW_HASH } from "./own-window";
import { type StyledBrand, stylesOf } from "./page-styles";
import { NO_SCRIPT_STYLES, styleHash } from "./styles";

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

const noScriptHash = styleHash(NO_SCRIPT_STYLES);

/** The origins of the sites that may show a page in a frame. */
export type FramedBy = readonly string[] | "everybody";

/**
 * The value of the `Content-Security-Policy` header for the pages of this folder: our own script,
 * the inlined styles by hash, nothing from elsewhere. Browsers apply `form-action` to the redirect
 * after a form too, so the hosts a visitor may be sent to (`host`, `host:port`, `*.host`) belong in
 * `targetHosts`; others are left out. `hasFrames`: a page of ours may be shown in a frame of this one. `styles`: the hash
 * of what a page has besides the common style sheet.
 */
export function contentSecurityPolicy(
  brand: StyledBrand,
  targetHosts: readonly string[] = [],
  framedBy: FramedBy = [],
  hasFrames = false,
  styles = "",
): string {
  const targets = targetHosts.filter((host) => HOST.test(host)).map((host) => ` http://${host}`);
  return [
    "default-src 'none'",
    `script-src 'self'${framedBy !== "everybody" && framedBy.length > 0 ? ` ${OWN_WINDOW_HASH}` : ""}`,
    `style-src ${stylesOf(brand).hash} ${noScriptHash}${styles && ` ${styles}`}`,
    "img-src 'self' data:",
    ...(brand.theme?.font ? ["font-src 'self'"] : []),
    "connect-src 'self'",
    ...(hasFrames ? ["frame-src 'self'"] : []),
    `form-action 'self'${targets.join("")}`,
    "base-uri 'none'",
    ...(framedBy === "everybody" ? [] : [`frame-ancestors ${framedBy.join(" ") || "'none'"}`]),
  ].join("; ");
}
