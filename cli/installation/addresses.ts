import type { Program } from "@/lib/health/health";
import type { MasterKey } from "@/lib/secrets/seal";
import { ask } from "./ask";
import { type Finding, type Findings, finder, reasonOf } from "./finding";
import { checkProxies, probe } from "./proxies";

export const ADDRESS_FINDINGS: Findings<
  | "addresses.unreachable"
  | "addresses.not-stanchion"
  | "addresses.wrong-program"
  | "addresses.other-key"
  | "addresses.plain-http"
  | "addresses.same-host"
  | "addresses.queue-domain-differs"
> = {
  "addresses.unreachable": {
    severity: "error",
    means: "An address of this installation is not reachable from this machine.",
    todo: "Check DNS, firewall and proxy, and that the program behind it is running.",
  },
  "addresses.not-stanchion": {
    severity: "error",
    means: "Something other than Stanchion responds at an address of this installation.",
    todo: "Make the proxy forward all paths of this host to the program, or correct the setting.",
  },
  "addresses.wrong-program": {
    severity: "error",
    means: "Console and waiting room are swapped: each responds at the other's address.",
    todo: "Correct the proxy, or CONSOLE_URL, WAITING_ROOM_URL and QUEUE_DOMAIN.",
  },
  "addresses.other-key": {
    severity: "error",
    means: "A Stanchion program responds that does not have this environment's MASTER_KEY.",
    todo: "Set the same MASTER_KEY for all programs and this command, or correct the address.",
  },
  "addresses.plain-http": {
    severity: "warning",
    means:
      "An address starts with http, so places and sign-ins can be read and changed in transit.",
    todo: "Set up TLS and use https.",
  },
  "addresses.same-host": {
    severity: "warning",
    means:
      "Console and waiting room share a host and therefore cookies, so a vulnerability in one affects the other.",
    todo: "Use a separate host for each. Ports and paths do not separate cookies.",
  },
  "addresses.queue-domain-differs": {
    severity: "warning",
    means:
      "QUEUE_DOMAIN and WAITING_ROOM_URL have different hosts, so places from one are not valid at the other.",
    todo: "Set both to the host that visitors see.",
  },
};

const found = finder(ADDRESS_FINDINGS);

/** An address of the installation, and who should answer there. */
export type OwnAddress = {
  readonly setting: string;
  readonly url: string;
  readonly program: Program;
};

/** What the addresses say by themselves. */
export function compareAddresses(addresses: readonly OwnAddress[]): Finding[] {
  const findings = addresses
    .filter(({ url }) => url.startsWith("http:"))
    .map(({ setting }) => found("addresses.plain-http", `${setting} starts with http.`));
  const hostsOf = (program: Program) =>
    new Set(
      addresses.filter((one) => one.program === program).map(({ url }) => new URL(url).hostname),
    );
  const rooms = hostsOf("waiting-room");
  const shared = [...hostsOf("console")].filter((host) => rooms.has(host));
  if (shared.length > 0)
    findings.push(
      found("addresses.same-host", `Console and waiting room share the host ${shared[0]}.`),
    );
  if (rooms.size > 1)
    findings.push(
      found("addresses.queue-domain-differs", `Visitors are sent to ${[...rooms].join(" and ")}.`),
    );
  return findings;
}

/** Asks an address, and looks whether the right program of this installation answers, and what proxies do. */
export async function checkAddress(
  address: OwnAddress,
  { master, trustedProxies }: { readonly master: MasterKey; readonly trustedProxies: number },
): Promise<Finding[]> {
  const { setting, url, program } = address;
  const live = await ask(`${url}/health/live`).catch((error: unknown) => error);
  if (!isAnswer(live))
    return [
      found("addresses.unreachable", `${setting} (${url}) is not reachable: ${reasonOf(live)}.`),
    ];
  const answering = programOf(live.body);
  if (answering === null)
    return [
      found(
        "addresses.not-stanchion",
        `Something other than Stanchion responds with ${live.status} at ${setting} (${url}).`,
      ),
    ];
  if (answering !== program)
    return [
      found(
        "addresses.wrong-program",
        `The ${answering} responds at ${setting} (${url}); expected the ${program}.`,
      ),
    ];
  const arrival = await probe(url, master);
  if (arrival === null)
    return [
      found(
        "addresses.other-key",
        `The ${program} at ${setting} (${url}) does not have this MASTER_KEY.`,
      ),
    ];
  return checkProxies(address, arrival, { master, trustedProxies });
}

type Answered = Awaited<ReturnType<typeof ask>>;

function isAnswer(value: unknown): value is Answered {
  return typeof value === "object" && value !== null && "body" in value;
}

function programOf(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== "object" || answer === null) return null;
    if (!("status" in answer) || answer.status !== "live" || !("program" in answer)) return null;
    return String(answer.program);
  } catch {
    return null;
  }
}
