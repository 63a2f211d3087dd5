import { isIP } from "node:net";
import { isInternalAddress, isLoopbackAddress } from "./internal-address";

const URL_CHARACTERS_MAX = 2_000;

export type PushUrlReading =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Where a config may be pushed: https to a public host. With `allowInternal` also to internal ones, and
 * http to this very machine. The addresses of a name are checked when the push is made.
 */
export function readPushUrl(text: string, allowInternal: boolean): PushUrlReading {
  const refuse = (reason: string): PushUrlReading => ({ ok: false, reason });
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) {
    return refuse("Enter a whole address such as https://shop.example/?__push_queueit_config.");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return refuse("Leave out user name and password.");
  const host = hostOf(url);
  const isHere = isNamedLocalhost(host) || isLoopbackAddress(host);
  if (url.protocol === "http:") {
    if (!isHere || !allowInternal)
      return refuse("Use https: the config must not be read on its way.");
  } else if (url.protocol !== "https:") {
    return refuse("Use https: the config must not be read on its way.");
  }
  const isInternal = isHere || (isIP(host) !== 0 && isInternalAddress(host));
  if (isInternal && !allowInternal) return refuse(INTERNAL_REFUSED);
  return { ok: true, url: url.href };
}

export const INTERNAL_REFUSED =
  "This is an address of an internal network. Whoever runs Stanchion can allow that with PUSH_INTERNAL=allow.";

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function isNamedLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}
