/**
 * What a queue token and the session that it starts both say, as it is written; "" for what they do not
 * say.
 */
export interface Credential {
  readonly eventId: string;
  readonly queueId: string;
  /** Minutes that the session lasts whatever happens; "" when the config decides. */
  readonly fixedMinutes: string;
  readonly redirectType: string;
  /** The HMAC of the address that it is bound to. */
  readonly hashedIp: string;
  /** The HMAC of the user agent that it is bound to. */
  readonly hashedAgent: string;
  /** The HMAC of what it says. */
  readonly hash: string;
}

/** What a redirect type is made of. */
export const LETTERS: RegExp = /^[A-Z]+$/i;

/** Tells whether somebody with a secret made this to see what a connector does. It admits nobody. */
export function isDebug({ redirectType }: Pick<Credential, "redirectType">): boolean {
  return redirectType.toLowerCase() === "debug";
}
