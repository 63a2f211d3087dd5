import {
  type Arrival,
  askForArrival,
  PROBE_HEADER,
  PROBE_PATH,
  PROOF_HEADER,
  readArrival,
} from "@/lib/health/self-probe";
import type { MasterKey } from "@/lib/secrets/seal";
import type { OwnAddress } from "./addresses";
import { ask } from "./ask";
import { type Finding, type Findings, finder } from "./finding";

export const PROXY_FINDINGS: Findings<
  | "proxies.too-few-trusted"
  | "proxies.too-many-trusted"
  | "proxies.address-forgeable"
  | "proxies.https-hidden"
> = {
  "proxies.too-few-trusted": {
    severity: "error",
    means:
      "More proxies stand in front than TRUSTED_PROXIES says: all people behind one share its address and its limits.",
    todo: "Set TRUSTED_PROXIES to the number that the finding names, if you know all of these proxies.",
  },
  "proxies.too-many-trusted": {
    severity: "error",
    means:
      "Fewer proxies add to X-Forwarded-For than TRUSTED_PROXIES says: everybody can write an address of their choice.",
    todo: "Set TRUSTED_PROXIES to the number that the finding names, or let every proxy add to X-Forwarded-For.",
  },
  "proxies.address-forgeable": {
    severity: "error",
    means: "An address that the visitor wrote into X-Forwarded-For was believed.",
    todo: "Let the outermost proxy add to X-Forwarded-For or replace it, whatever the visitor sends.",
  },
  "proxies.https-hidden": {
    severity: "error",
    means:
      "Visitors come over https, and the waiting room takes it for http: its cookies go without Secure.",
    todo: "Let the proxy set X-Forwarded-Proto, and set TRUSTED_PROXIES to the number of proxies.",
  },
};

const found = finder(PROXY_FINDINGS);
/** An address that is kept for documents (RFC 5737): nobody has it. */
const FORGED = "192.0.2.123";

/** How a request to an address arrives; null where nobody with this key answers. */
export async function probe(
  url: string,
  master: MasterKey,
  headers: Readonly<Record<string, string>> = {},
): Promise<Arrival | null> {
  const asked = askForArrival(master, Date.now());
  const answer = await ask(url + PROBE_PATH, { ...headers, [PROBE_HEADER]: asked }).catch(
    () => null,
  );
  const proof = answer?.headers[PROOF_HEADER];
  if (answer === null || typeof proof !== "string") return null;
  return readArrival(master, asked, { body: answer.body, proof });
}

/** Compares what proxies did to requests of our own with what the program believes of them. */
export async function checkProxies(
  { setting, url, program }: OwnAddress,
  { hops, isSecure }: Arrival,
  { master, trustedProxies }: { readonly master: MasterKey; readonly trustedProxies: number },
): Promise<Finding[]> {
  const seen = `Behind ${setting} ${hops} proxies added to X-Forwarded-For; TRUSTED_PROXIES is ${trustedProxies}.`;
  if (hops > trustedProxies) return [found("proxies.too-few-trusted", seen)];
  if (hops < trustedProxies) return [found("proxies.too-many-trusted", seen)];
  const findings: Finding[] = [];
  const forged = await probe(url, master, { "x-forwarded-for": FORGED });
  if (forged?.address === FORGED) findings.push(found("proxies.address-forgeable"));
  // The console takes this from CONSOLE_URL.
  if (program === "waiting-room" && url.startsWith("https:") && !isSecure)
    findings.push(found("proxies.https-hidden"));
  return findings;
}
