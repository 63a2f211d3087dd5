import { isIP } from "node:net";
import type { AllowedHosts } from "@/lib/platform/outgoing/allowed-hosts";
import { hostOf, isNamedLocalhost, readOutgoingUrl } from "@/lib/platform/outgoing/outgoing-url";

export type PushUrlReading =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Where a config may be pushed: https to a public or an allowed host, and http to this very machine where that
 * is allowed. The addresses of a name are checked when the push is made.
 */
export function readPushUrl(text: string, allowed: AllowedHosts): PushUrlReading {
  const reading = readOutgoingUrl(text, allowed);
  if (!reading.ok) return reading;
  const { url } = reading;
  if (url.protocol === "http:" && !isThisMachine(hostOf(url))) {
    return { ok: false, reason: "Use an https URL." };
  }
  return { ok: true, url: url.href };
}

function isThisMachine(host: string): boolean {
  return isNamedLocalhost(host) || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
