import { stringify } from "yaml";
import { parseUrl } from "@/lib/domain/parse-url";

/** What somebody knows who wants a page behind a line and nothing more. */
export type Sale = {
  readonly name: string;
  /** A page of the site that shows how the site is doing, or "" for the final one. */
  readonly protectedUrl: string;
  readonly ratePerMinute: number;
  /** Where visitors go in the end. */
  readonly finalUrl: string;
  /** Lets fewer in while the protected page is slow or fails. */
  readonly isDynamic: boolean;
};

const RATE = { min: 10, max: 3_000 } as const;
const SLOW_MS = 5_000;

/** What is wrong with an answer, as a sentence; null for a good one. */
export const PROBLEMS = {
  name: (text: string) => (eventIdOf(text) === null ? "Use 3 letters or digits at least." : null),
  url: (text: string) => {
    const protocol = parseUrl(text)?.protocol;
    return protocol === "https:" || protocol === "http:" ? null : "Enter a URL with https://.";
  },
  rate: (text: string) => {
    const rate = /^\d+$/.test(text) ? Number(text) : 0;
    const isFine = rate >= RATE.min && rate <= RATE.max;
    return isFine ? null : `Enter a whole number from ${RATE.min} to ${RATE.max}.`;
  },
  choice: (text: string) => (/^(y|yes|n|no)$/i.test(text) ? null : "Answer yes or no."),
} as const;

/** The id of an event of that name, `[a-z0-9]{3,20}`; null where too little of the name can stand in it. */
export function eventIdOf(name: string): string | null {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  return plain.length < 3 ? null : plain.slice(0, 20);
}

/** A sale as a `stanchion.yaml`. Its answers have no problems. */
export function saleManifest(sale: Sale): string {
  const { name, protectedUrl, ratePerMinute, finalUrl, isDynamic } = sale;
  const hosts = [protectedUrl, finalUrl].map((text) => parseUrl(text)?.host ?? "");
  const event = {
    ...{ name: name.trim(), kind: "always-on", targetUrl: finalUrl },
    ...(hosts[0] !== "" && hosts[0] !== hosts[1] ? { allowedHosts: [hosts[0]] } : {}),
    outflowPerMinute: ratePerMinute,
    ...(isDynamic ? { governor: { healthUrl: protectedUrl || finalUrl, timeoutMs: SLOW_MS } } : {}),
  };
  return stringify({ version: 1, events: { [eventIdOf(name) ?? ""]: event } }, { lineWidth: 0 });
}
