import { seal, unseal } from "@/lib/secrets/seal";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** An admission on its way to a program: what a code stands for. */
export type Grant = {
  readonly eventId: string;
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly admittedAtMs: number;
  readonly redirectUri: string;
  /** The SHA-256 of what only the program knows (PKCE); null where it has shown none. */
  readonly challenge: string | null;
  readonly nonce: string | null;
  /** Line time. */
  readonly givenAtMs: number;
};

type Sealing = Pick<ServerContext, "masters">;

/** A code that nobody else makes or reads. */
export function sealGrant({ masters }: Sealing, customerId: string, grant: Grant): string {
  return seal(masters[0], contextOf(customerId), JSON.stringify(grant));
}

/** Null for whatever is no code of this customer. */
export function openGrant({ masters }: Sealing, customerId: string, code: string): Grant | null {
  try {
    // Written by sealGrant alone.
    return JSON.parse(unseal(masters, contextOf(customerId), code)) as Grant;
  } catch {
    return null;
  }
}

const contextOf = (customerId: string) => `aws-code:${customerId}`;
