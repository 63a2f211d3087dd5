import { networkOf } from "@/lib/domain/connector/network-of";

/** From where a person acts, as the audit log keeps it: too little to identify a machine or to take the session over. */
export type ActSource = {
  /** The last characters of the session's id; null where nobody is signed in yet. */
  readonly session: string | null;
  /** `203.0.113.0/24` or `2001:db8:7::/48`; "" where the address is unknown. */
  readonly network: string;
};

const SESSION_CHARACTERS = 8;

/** By which the audit log, and its owner, tell a session from others. */
export function sessionMark(sessionId: string): string {
  return sessionId.slice(-SESSION_CHARACTERS);
}

/** What the audit log keeps of a request's session and address. */
export function sourceOf(request: {
  readonly sessionId: string | null;
  readonly address: string;
}): ActSource {
  return {
    session: request.sessionId === null ? null : sessionMark(request.sessionId),
    network: networkOf(request.address),
  };
}
