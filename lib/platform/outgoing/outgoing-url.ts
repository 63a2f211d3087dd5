import { isIP } from "node:net";
import { parseUrl } from "@/lib/domain/parse-url";
import { type AllowedHosts, parseAllowedHosts } from "./allowed-hosts";
import { isPublicAddress } from "./public-address";

const URL_CHARACTERS_MAX = 2_000;

export const INTERNAL_REFUSED =
  "This is an internal network address. Your administrator can allow it with ALLOWED_PRIVATE_HOSTS.";

export type OutgoingUrlReading =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads an address that a customer set and that this installation is to ask: http or https, without a
 * password, at a public or an allowed host. The addresses of a name are checked when it is asked.
 */
export function readOutgoingUrl(text: string, allowed: AllowedHosts): OutgoingUrlReading {
  const refuse = (reason: string): OutgoingUrlReading => ({ ok: false, reason });
  const url = text.length > URL_CHARACTERS_MAX ? null : parseUrl(text);
  if (url === null) return refuse("Enter a full URL that starts with https://.");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return refuse("Enter a full URL that starts with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("Remove the user name and password.");
  }
  const host = hostOf(url);
  return isRefusedHost(host, allowed) ? refuse(INTERNAL_REFUSED) : { ok: true, url };
}

/** The host without the brackets of IPv6 and without the dot that a whole name may end with. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** True when an address is neither public nor allowed. */
export function isRefusedAddress(address: string, allowed: AllowedHosts): boolean {
  return !isPublicAddress(address) && !allowed.hasAddress(address);
}

function isRefusedHost(host: string, allowed: AllowedHosts): boolean {
  if (isIP(host) !== 0) return isRefusedAddress(host, allowed);
  return isNamedLocalhost(host) && !allowed.hasName(host);
}

export function isNamedLocalhost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

let parsed: { readonly text: string; readonly allowed: AllowedHosts } | null = null;

/** `ALLOWED_PRIVATE_HOSTS`, parsed once. */
export function allowedHostsOf(text: string): AllowedHosts {
  if (parsed?.text !== text) parsed = { text, allowed: parseAllowedHosts(text) };
  return parsed.allowed;
}
