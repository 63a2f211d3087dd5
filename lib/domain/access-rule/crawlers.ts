/** A search engine that says of itself what it is, and whose addresses have names in its own domains. */
type Crawler = {
  /** What its user agents contain, in small letters. */
  readonly agents: readonly string[];
  /** Its addresses lead by DNS to a host in one of these domains, and that host leads back to the address. */
  readonly domains: readonly string[];
};

const CRAWLERS: readonly Crawler[] = [
  {
    agents: ["googlebot", "google-inspectiontool", "storebot-google", "googleother"],
    domains: ["googlebot.com", "google.com", "googleusercontent.com"],
  },
  { agents: ["bingbot", "bingpreview", "adidxbot"], domains: ["search.msn.com"] },
  { agents: ["applebot"], domains: ["applebot.apple.com"] },
  { agents: ["yandex"], domains: ["yandex.ru", "yandex.net", "yandex.com"] },
  { agents: ["baiduspider"], domains: ["baidu.com", "baidu.jp"] },
  { agents: ["seznambot"], domains: ["seznam.cz"] },
];

/** The domains in which the hosts of the search engine lie that a user agent names; null where it names none. */
export function crawlerDomains(userAgent: string): readonly string[] | null {
  const agent = userAgent.toLowerCase();
  const named = CRAWLERS.find(({ agents }) => agents.some((name) => agent.includes(name)));
  return named?.domains ?? null;
}

/** True for a host within one of the domains; `googlebot.com.example.net` is in none of Google's. */
export function isHostIn(domains: readonly string[], host: string): boolean {
  const plain = host.toLowerCase().replace(/\.$/, "");
  return domains.some((domain) => plain.endsWith(`.${domain}`));
}
