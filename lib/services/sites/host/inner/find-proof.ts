import { Resolver } from "node:dns/promises";
import { dnsProof, fileProof } from "@/lib/domain/address/host";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";

const PATIENCE_MS = 4_000;
const LONGEST_FILE_BYTES = 1_024;
/** Answers of a resolver which say that there is nothing, and not that it could not be asked. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

/** Reads the TXT records of a name; throws like a resolver of Node. */
type ReadTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** How the DNS and the site of a host are asked. */
export type ProofWays = { readonly readTxt: ReadTxt; readonly ask: typeof askOutside };

const WAYS: ProofWays = {
  readTxt: (name) => new Resolver({ timeout: PATIENCE_MS, tries: 1 }).resolveTxt(name),
  ask: askOutside,
};

type Claim = { readonly customerId: string; readonly host: string; readonly token: string };

/**
 * Whether a host shows that it is the customer's: by its DNS, or by a file of its site. `unknown` when neither could be
 * asked, which says nothing about the host.
 */
export async function findProof(
  claim: Claim,
  ways: ProofWays = WAYS,
): Promise<"found" | "missing" | "unknown"> {
  const answers = await Promise.all([findRecord(claim, ways), findFile(claim, ways)]);
  if (answers.includes("found")) return "found";
  return answers[0] === "unknown" ? "unknown" : "missing";
}

async function findRecord({ host, token }: Claim, { readTxt }: ProofWays) {
  const { name, value } = dnsProof(host, token);
  try {
    const records = await readTxt(name);
    return records.some((pieces) => pieces.join("") === value) ? "found" : "missing";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return NOTHING_THERE.has(code) ? "missing" : "unknown";
  }
}

/** A site that does not answer has no file: a host may be proven by its DNS alone. */
async function findFile({ customerId, host, token }: Claim, { ask }: ProofWays) {
  const answer = await ask({
    customerId,
    url: fileProof(host),
    method: "GET",
    headers: { accept: "text/plain", "user-agent": "Stanchion-Host" },
    timeoutMs: PATIENCE_MS,
    patienceMs: PATIENCE_MS,
    answerBytesMax: LONGEST_FILE_BYTES,
  }).catch(() => null);
  return answer?.status === 200 && answer.body?.trim() === token ? "found" : "missing";
}
