/** What a loud client does: joins on one socket, `status` on three, or half-open request heads; or all of it. */
export const LOUD = ["joins", "status", "heads"] as const;

export type Loud = (typeof LOUD)[number];

/** Where, and what. */
export type LoudOrders = {
  readonly port: number;
  readonly host: string;
  /** The path of the line. */
  readonly line: string;
  readonly cookie: string;
  readonly what: readonly Loud[];
};

/** How far the attacks have come. */
export type LoudReport = {
  readonly joinsSent: number;
  readonly joinsAnswered: number;
  readonly statusSent: number;
  readonly statusAnswered: number;
  readonly headsOpened: number;
  /** At one moment. */
  readonly headsHeldMost: number;
};

export const NOTHING_YET: LoudReport = {
  joinsSent: 0,
  joinsAnswered: 0,
  statusSent: 0,
  statusAnswered: 0,
  headsOpened: 0,
  headsHeldMost: 0,
};
