import { parseUrl } from "@/lib/domain/parse-url";
import type { TriggerPart } from "./model";

type Compared = Pick<TriggerPart, "ValidatorType" | "Operator" | "UrlPart">;

const BEYOND_ASCII = /[^ -~]/;

export const isBeyondAscii = (value: string): boolean => BEYOND_ASCII.test(value);

/** Escapes of UTF-8 for blanks and whatever is beyond ASCII; the rest stays as it was written. */
function escaped(value: string): string {
  return value.replace(/[^!-~]+/gu, encodeURIComponent);
}

/** A host name in small letters and in ASCII; as it was written where it is none, or a part of one. */
function hostAsSent(host: string, isWhole: boolean): string {
  const name = host.toLowerCase();
  const isName = isBeyondAscii(name) && !/[\s/?#@\\]/.test(name) && (isWhole || name.includes("."));
  return (isName ? parseUrl(`http://${name}`)?.host : undefined) ?? name;
}

/** A whole address, or a part of one that may begin with a host. */
function addressAsSent(value: string): string {
  const [, scheme = "", host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/is.exec(value) ?? [];
  const isHost = isBeyondAscii(host) && (scheme !== "" || host.includes("."));
  return scheme + (isHost ? escaped(hostAsSent(host, true)) : escaped(host)) + escaped(rest);
}

/**
 * What a condition compares with, as browsers send it: without blanks around it, paths with their escapes, host names in
 * small letters and in ASCII (`xn--…`). So it matches in every connector. Only addresses are changed.
 */
export function asSent({ ValidatorType, Operator, UrlPart }: Compared, value: string): string {
  const text = value.trim();
  // What would be left is contained in everything.
  if (ValidatorType !== "UrlValidator" || text === "") return value;
  if (UrlPart === "PagePath") return escaped(text);
  if (UrlPart !== "HostName") return addressAsSent(text);
  return hostAsSent(text, Operator === "Equals" || Operator === "EqualsAny");
}

/** Why no browser ever sends what a condition compares with; null where one may. */
export function whyNeverSent(part: Compared, value: string): string | null {
  if (part.ValidatorType !== "UrlValidator" || part.UrlPart !== "HostName") return null;
  const sent = asSent(part, value);
  if (/\s/.test(sent)) return "A host name can't contain spaces.";
  if (!isBeyondAscii(sent)) return null;
  const whole = hostAsSent(sent, true);
  return isBeyondAscii(whole)
    ? "This is not a valid host name."
    : `Browsers send this as ${whole}. Enter the full host name.`;
}
