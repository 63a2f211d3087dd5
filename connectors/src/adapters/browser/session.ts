/** What a page can know of its session; whether it is genuine only the waiting room knows. */
export interface PageSession {
  readonly queueId: string;
  readonly redirectType: string;
  readonly issuedUnixSeconds: number;
  /** null when visits extend it. */
  readonly fixedValidityMinutes: number | null;
}

/** Says that the waiting room gave no answer and the site lets visitors in then. */
export const TIMEOUT_SESSION = "timeout";

function toNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** Reads the value of a session cookie; null when it is none of the event. */
export function readPageSession(value: string, eventId: string): PageSession | null {
  const fields = new URLSearchParams(value);
  const issuedUnixSeconds = toNumber(fields.get("IssueTime"));
  const isOfEvent = fields.get("EventId")?.toLowerCase() === eventId.toLowerCase();
  if (issuedUnixSeconds === null || !isOfEvent) return null;
  return {
    queueId: fields.get("QueueId") ?? "",
    redirectType: fields.get("RedirectType") ?? "",
    issuedUnixSeconds,
    fixedValidityMinutes: toNumber(fields.get("FixedValidityMins")),
  };
}

/** A clock that is a little behind that of the waiting room is no reason to ask again. */
const CLOCK_SKEW_SECONDS = 60;

/** Whether a session goes on by what it says itself. */
export function goesOn(
  { issuedUnixSeconds, fixedValidityMinutes }: PageSession,
  validityMinutes: number,
  nowUnixSeconds: number,
): boolean {
  const endsUnixSeconds = issuedUnixSeconds + 60 * (fixedValidityMinutes ?? validityMinutes);
  return (
    issuedUnixSeconds <= nowUnixSeconds + CLOCK_SKEW_SECONDS && endsUnixSeconds >= nowUnixSeconds
  );
}

/** Extending more often than this would only ask more. */
const RENEWAL_SECONDS = 60;

/** Whether a session that goes on is to be extended by this visit. */
export function needsRenewal(
  { issuedUnixSeconds, fixedValidityMinutes }: PageSession,
  nowUnixSeconds: number,
): boolean {
  return fixedValidityMinutes === null && issuedUnixSeconds + RENEWAL_SECONDS <= nowUnixSeconds;
}
