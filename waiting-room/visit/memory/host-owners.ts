import { customerOfHost, plainHost } from "@/lib/domain/address/host";
import { type CustomerHosts, readCustomerHosts } from "@/lib/line/commands/customer-hosts";
import type { Redis } from "@/lib/line/redis-client";

/** How long what is known of customers' own hosts is believed. */
const KNOWN_MS = 2_000;

/** A host as it was asked for and without port, and the customer whose name it begins with; null for none. */
type WrittenHost = {
  readonly host: string;
  readonly plain: string;
  readonly named: string | null;
};

/**
 * Whose host a request came to. All own hosts are in memory, so that no caller can make a process ask Redis, or
 * remember anything, by naming hosts.
 */
export class HostOwners {
  private readonly redis: Redis;
  private readonly shared: ReadonlySet<string>;
  private readonly domain: string | undefined;
  private readonly onError: (error: unknown) => void;
  private hosts: CustomerHosts = new Map();
  private readAtMs = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;
  private last: WrittenHost = { host: "", plain: "", named: null };

  constructor(options: {
    readonly redis: Redis;
    /** The origins that all customers share. */
    readonly origins: readonly string[];
    /** Before which customers' names stand; undefined for none. */
    readonly domain: string | undefined;
    readonly onError: (error: unknown) => void;
  }) {
    this.redis = options.redis;
    this.domain = options.domain;
    this.onError = options.onError;
    const hosts = options.origins.map((origin) => new URL(origin).host);
    this.shared = new Set([...hosts, ...hosts.map(plainHost)]);
  }

  /**
   * The customer whose own host this is; null for a host that all share. At most two seconds old while Redis answers,
   * else what was known last. Undefined while nothing has been read yet: `ownerOf` waits for it.
   */
  known(host: string): string | null | undefined {
    // As browsers write it, nearly always.
    if (this.shared.has(host)) return null;
    const { plain, named } = this.asWritten(host);
    if (this.shared.has(plain)) return null;
    if (named !== null) return named;
    const sinceReadMs = performance.now() - this.readAtMs;
    if (sinceReadMs > KNOWN_MS) this.read();
    return sinceReadMs === Number.POSITIVE_INFINITY ? undefined : (this.hosts.get(plain) ?? null);
  }

  /** Requests of one host come together. */
  private asWritten(host: string) {
    if (this.last.host !== host) {
      const plain = plainHost(host);
      const named = this.domain === undefined ? null : customerOfHost(plain, this.domain);
      this.last = { host, plain, named };
    }
    return this.last;
  }

  /** The same; waits for the first reading, and answers null for an own host where that fails. */
  async ownerOf(host: string): Promise<string | null> {
    const known = this.known(host);
    if (known !== undefined) return known;
    await this.reading;
    return this.known(host) ?? null;
  }

  private read(): void {
    this.reading ??= readCustomerHosts(this.redis)
      .then((hosts) => {
        this.hosts = hosts;
        this.readAtMs = performance.now();
      })
      .catch(this.onError)
      .finally(() => {
        this.reading = null;
      });
  }
}
