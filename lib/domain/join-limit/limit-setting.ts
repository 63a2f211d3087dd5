import type { Beyond, SourceLimit } from "./join-limit";

type Counts = { readonly perMinute: number; readonly perRun: number };

/** How many joins of each source count as usual: beyond, the next ones get a challenge. */
export type LimitSetting = {
  readonly isOn: boolean;
  /** One IPv4 address, or one IPv6 /64. */
  readonly address: Counts;
  /** One IPv6 /48. */
  readonly site: Counts;
  /** Address lists of the customer, each with a limit for all of its addresses together. */
  readonly networks: readonly (Counts & {
    readonly list: string;
    /** The limits of single addresses do not hold within it: many people share one there. */
    readonly replacesAddress: boolean;
  })[];
  /** Each network as a header of a trusted proxy names it, such as its AS number. */
  readonly asn: (Counts & { readonly header: string }) | null;
  /** Who a visitor is, as the site says. */
  readonly identity: {
    /** Whether a cookie or a header holds who it is. */
    readonly from: "cookie" | "header";
    readonly name: string;
    readonly perRun: number;
    readonly beyond: Beyond;
  } | null;
  /** Joins of one address at all events of the customer within ten to twenty minutes; null: not looked at. */
  readonly acrossEvents: number | null;
};

export const NO_LIMITS: LimitSetting = {
  isOn: false,
  address: { perMinute: 10, perRun: 20 },
  site: { perMinute: 20, perRun: 20 },
  networks: [],
  asn: null,
  identity: null,
  acrossEvents: 60,
};

/** Direct entries of one address in a minute, where nothing else limits joins. */
export const DIRECT_ENTRIES: SourceLimit = { perMinute: 60, perRun: null };

/** The same of an IPv6 /48. */
export const DIRECT_ENTRIES_OF_SITE: SourceLimit = { perMinute: 240, perRun: null };

/** Ways to the site of a browser that has shown no cookie, while it is known again; no proof helps. */
export const UNSEEN_BROWSER: SourceLimit = { perMinute: null, perRun: 1, beyond: "refuse" };
