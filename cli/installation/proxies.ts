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
      "There are more proxies than TRUSTED_PROXIES, so all visitors behind one share its IP address and limits.",
    todo: "Set TRUSTED_PROXIES to the number in the finding, if you trust all of these proxies.",
  },
  "proxies.too-many-trusted": {
    severity: "error",
    means:
      "Fewer proxies add to X-Forwarded-For than TRUSTED_PROXIES, so visitors can spoof their IP address.",
    todo: "Set TRUSTED_PROXIES to the number in the finding, or make every proxy add to X-Forwarded-For.",
  },
  "proxies.address-forgeable": {
    severity: "error",
    means: "A spoofed address in X-Forwarded-For was accepted.",
    todo: "Make the outermost proxy append to or replace X-Forwarded-For.",
  },
  "proxies.https-hidden": {
    severity: "error",
    means: "The waiting room sees https requests as http, so its cookies are not Secure.",
    todo: "Make the proxy set X-Forwarded-Proto, and set TRUSTED_PROXIES to the number of proxies.",
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
  const seen = `${hops} proxies added to X-Forwarded-For at ${setting}; TRUSTED_PROXIES is ${trustedProxies}.`;
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
