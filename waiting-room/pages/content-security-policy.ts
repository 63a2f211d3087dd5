import { NO_SCRIPT_STYLES, pageStyles, styleHash } from "./styles";

const HOST = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

const hashOfColour = new Map<string, string>();
const noScriptHash = styleHash(NO_SCRIPT_STYLES);

/**
 * The value of the `Content-Security-Policy` header for the pages of this folder: our own script,
 * the inlined styles by hash, nothing from elsewhere. Browsers apply `form-action` to the redirect
 * after a form too, so the hosts a visitor may be sent to (`host`, `host:port`, `*.host`) belong in
 * `targetHosts`; others are left out.
 */
export function contentSecurityPolicy(
  brandColour: string,
  targetHosts: readonly string[] = [],
): string {
  const targets = targetHosts.filter((host) => HOST.test(host)).map((host) => ` http://${host}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${brandHash(brandColour)} ${noScriptHash}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action 'self'${targets.join("")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function brandHash(brandColour: string): string {
  const known = hashOfColour.get(brandColour);
  if (known !== undefined) return known;
  if (hashOfColour.size >= 1_000) hashOfColour.clear();
  const hash = styleHash(pageStyles(brandColour));
  hashOfColour.set(brandColour, hash);
  return hash;
}
