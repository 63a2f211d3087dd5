import { setTimeout } from "node:timers/promises";
import { crawlerDomains, isHostIn } from "@/lib/domain/access-rule/crawlers";
import { type AddressWords, compareWords, readAddress } from "@/lib/domain/address-list/read-range";

/** The part of `Resolver` of `node:dns/promises` that is asked. */
export type NameResolver = {
  readonly resolvePtr: (name: string) => Promise<string[]>;
  readonly resolve4: (host: string) => Promise<string[]>;
  readonly resolve6: (host: string) => Promise<string[]>;
};

const KEPT = 10_000;
const VERIFIED_MS = 24 * 3_600_000;
const REFUSED_MS = 10 * 60_000;
/** DNS did not answer: it may the next time. */
const UNKNOWN_MS = 30_000;
/** Names that one address is tried by. */
const HOSTS_TRIED = 4;
/** Questions under way; beyond it nobody is asked about, and nobody waits. */
const ASKED_AT_ONCE = 50;

type Known = { readonly isCrawler: boolean; readonly untilMs: number };

export type Crawlers = {
  /**
   * True for a search engine: its user agent names one, its address has a name in the engine's domains, and that
   * name leads back to the address. Answers after `limitMs` at the latest; what is not known by then is false.
   */
  readonly isCrawler: (visitor: {
    readonly address: string;
    readonly userAgent: string;
  }) => Promise<boolean>;
};

/** Verifies search engines by DNS, and remembers what it found for so many addresses. */
export function createCrawlers(
  resolver: NameResolver,
  { limitMs, nowMs = () => performance.now() }: { limitMs: number; nowMs?: () => number },
): Crawlers {
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<boolean>>();

  function note(key: string, isCrawler: boolean, keptMs: number): boolean {
    if (known.size >= KEPT) known.clear();
    known.set(key, { isCrawler, untilMs: nowMs() + keptMs });
    return isCrawler;
  }

  function ask(key: string, address: string, domains: readonly string[]): Promise<boolean> {
    const question = isVerified(resolver, address, domains)
      .then((isCrawler) => note(key, isCrawler, isCrawler ? VERIFIED_MS : REFUSED_MS))
      .catch(() => note(key, false, UNKNOWN_MS))
      .finally(() => asked.delete(key));
    asked.set(key, question);
    return question;
  }

  return {
    async isCrawler({ address, userAgent }) {
      const domains = crawlerDomains(userAgent);
      if (domains === null) return false;
      const key = `${domains[0]} ${address}`;
      const held = known.get(key);
      if (held !== undefined && held.untilMs > nowMs()) return held.isCrawler;
      if (!asked.has(key) && asked.size >= ASKED_AT_ONCE) return false;
      const answered = asked.get(key) ?? ask(key, address, domains);
      const limit = new AbortController();
      const late = setTimeout(limitMs, false, { signal: limit.signal, ref: false });
      return Promise.race([answered, late.catch(() => false)]).finally(() => limit.abort());
    },
  };
}

/** Rejects where DNS does not answer. */
async function isVerified(
  resolver: NameResolver,
  address: string,
  domains: readonly string[],
): Promise<boolean> {
  const own = readAddress(address);
  if (own === null) return false;
  const hosts = await orNone(resolver.resolvePtr(pointerOf(own)));
  for (const host of hosts.filter((one) => isHostIn(domains, one)).slice(0, HOSTS_TRIED)) {
    const found = await orNone(
      own.length === 1 ? resolver.resolve4(host) : resolver.resolve6(host),
    );
    const leadsBack = found.some((one) => {
      const words = readAddress(one);
      return words !== null && words.length === own.length && compareWords(words, own) === 0;
    });
    if (leadsBack) return true;
  }
  return false;
}

/** `Resolver.reverse` says of a server that does not answer that there is no such name; this question tells them apart. */
function pointerOf(address: AddressWords): string {
  const hex = address.map((word) => word.toString(16).padStart(8, "0")).join("");
  return address.length === 1
    ? `${Buffer.from(hex, "hex").reverse().join(".")}.in-addr.arpa`
    : `${[...hex].reverse().join(".")}.ip6.arpa`;
}

const NO_SUCH_NAME: readonly string[] = ["ENOTFOUND", "ENODATA"];

/** What does not exist is an answer; a server that does not answer is none. */
async function orNone(question: Promise<string[]>): Promise<string[]> {
  return question.catch((error: unknown) => {
    const isNone =
      error instanceof Error && "code" in error && NO_SUCH_NAME.includes(String(error.code));
    if (isNone) return [];
    throw error;
  });
}
