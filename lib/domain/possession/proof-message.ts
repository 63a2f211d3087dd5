/** What a browser asks for when it proves that it holds the key of its place. */
export type ProofPurpose = "near" | "enter" | "move";

/** What a proof is about. */
export type ProofSubject = {
  readonly purpose: ProofPurpose;
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  readonly queueId: string;
  /** Line time in milliseconds. */
  readonly atMs: number;
};

/** The text that a proof of possession signs: it is good for one place, one purpose and a short time. */
export function proofMessage(subject: ProofSubject): string {
  const { purpose, customerId, eventId, runId, queueId, atMs } = subject;
  return ["stanchion-possession", purpose, customerId, eventId, runId, queueId, atMs].join("\n");
}
