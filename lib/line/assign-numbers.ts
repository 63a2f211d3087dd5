import type { JoinOutcome, JoinRequest } from "./line-calls";
import { JOURNAL_ID_BYTES, type JoinReply } from "./scripts/join";

type Block = Extract<JoinReply, { status: "OK" }>;

/**
 * Gives the members of a group their numbers: fresh ones in order of arrival, repeated ones the number
 * of their first attempt if it was carried out. Who is left over finds the line full.
 */
export function assignNumbers(
  requests: readonly JoinRequest[],
  { lineTimeMs, firstNumber, count, repeatedNumbers }: Block,
): JoinOutcome[] {
  let taken = 0;
  const next = (): JoinOutcome => {
    if (taken >= count) return { type: "full" };
    taken += 1;
    return { type: "joined", number: firstNumber + taken - 1, lineTimeMs };
  };
  const outcomes = new Map<JoinRequest, JoinOutcome>();
  for (const request of requests) {
    if (request.repeatedAfterMs === null) outcomes.set(request, next());
  }
  const repeated = requests.filter(({ repeatedAfterMs }) => repeatedAfterMs !== null);
  repeated.forEach((request, index) => {
    const held = repeatedNumbers[index] ?? 0;
    outcomes.set(request, held > 0 ? { type: "joined", number: held, lineTimeMs } : next());
  });
  return requests.map((request) => outcomes.get(request) ?? { type: "closed" });
}

/** The ids of a group as its journal keeps them, one after the other. */
export function journalIds(requests: readonly JoinRequest[]): Buffer {
  return Buffer.concat(requests.map(({ joinId }) => joinId.subarray(0, JOURNAL_ID_BYTES)));
}
