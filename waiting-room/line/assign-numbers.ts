import { JOURNAL_ID_BYTES, type JoinBlock, type JoinReply } from "@/lib/line/scripts/join";
import type { DrawTicket, JoinOutcome, JoinRequest } from "./line-calls";

type Block = Extract<JoinReply, { status: "OK" }>;

/**
 * Gives the members of a group their numbers: repeated joins the number of their first attempt if it
 * was carried out, the others new ones in order of arrival. Who is left over finds the line full.
 */
export function assignNumbers(
  requests: readonly JoinRequest[],
  { lineTimeMs, firstNumber, count, repeatedNumbers }: Block,
  tickets: ReadonlyMap<number, DrawTicket> = new Map(),
): JoinOutcome[] {
  let taken = 0;
  const joined = (number: number): JoinOutcome => {
    const ticket = tickets.get(number) ?? null;
    return { type: "joined", number, lineTimeMs, ticket };
  };
  return requests.map((_, index) => {
    const held = repeatedNumbers[index] ?? 0;
    if (held > 0) return joined(held);
    if (taken >= count) return { type: "full" };
    taken += 1;
    return joined(firstNumber + taken - 1);
  });
}

/** The calls in which the numbers of a reply were handed out: its own, and those of repeated joins. */
export function blocksOf(requests: readonly JoinRequest[], reply: Block): JoinBlock[] {
  const { firstNumber, count, repeatedNumbers, repeatedBlocks } = reply;
  if (count === 0) return [...repeatedBlocks];
  const unknown = requests.filter((_, index) => (repeatedNumbers[index] ?? 0) === 0);
  const ids = journalIds(unknown.slice(0, count));
  return [{ firstNumber, joinedAtMs: reply.lineTimeMs, ids }, ...repeatedBlocks];
}

/** The ids of a group as its journal keeps them, one after the other. */
export function journalIds(requests: readonly JoinRequest[]): Buffer {
  const ids = Buffer.allocUnsafe(requests.length * JOURNAL_ID_BYTES);
  requests.forEach(({ joinId }, index) => {
    joinId.copy(ids, index * JOURNAL_ID_BYTES, 0, JOURNAL_ID_BYTES);
  });
  return ids;
}
