/** In which a page is told its nonce. */
export const NONCE_HEADER = "x-nonce";

/** In which what stands around a page is told its path. */
export const PATH_HEADER = "x-path";

/** What a page may do that shows nothing but its own origin: everything else is refused. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Half a year, for the host alone: its neighbours may have no certificate. */
const HSTS_SECONDS = 182 * 24 * 60 * 60;

/**
 * The headers of every answer of the console, whoever makes it. The content policy in them is that of
 * what is no page; `proxy.ts` replaces it for pages.
 */
export function securityHeaders(consoleUrl: string): Readonly<Record<string, string>> {
  return {
    "content-security-policy": NOTHING,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(consoleUrl.startsWith("https://")
      ? { "strict-transport-security": `max-age=${HSTS_SECONDS}` }
      : {}),
  };
}

/**
 * The content policy of a page: scripts and style sheets of this origin that carry the page's nonce, and
 * what those load. Style attributes are allowed, because components place themselves with them; they
 * cannot run anything, and nothing but this origin can be loaded by them.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The preview of a theme.
    "frame-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const PREVIEW_PATH = /^\/themes\/preview$|^\/events\/[^/]+\/message-preview$/;

/** True for the paths of the previews of themes and messages, which pages of the console show in a frame. */
export function isPreviewPath(path: string): boolean {
  return PREVIEW_PATH.test(path);
}

/**
 * The headers of those previews: a page of a waiting room without its scripts. It can run nothing, send nothing and load
 * nothing but files of this origin.
 */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  "x-frame-options": "SAMEORIGIN",
};
