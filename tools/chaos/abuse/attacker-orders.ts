import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import type { Attack } from "./attacks";

/** A proof that is sent again: from where, and with the join that it was made for, or with a new one. */
export type Replay = {
  readonly proof: string;
  readonly address: string;
  readonly joinId: string | null;
};

/** What a process of attackers is told to do. */
export type AttackOrders = {
  readonly attack: Attack;
  /** Where the servers listen that are attacked; requests go to each in turn. */
  readonly ports: readonly number[];
  /** The host that requests name. */
  readonly host: string;
  readonly customerId: string;
  readonly eventId: string;
  /** Where visitors want to go. */
  readonly target: string;
  /** Proofs that were worth a place once, or would be elsewhere; sent one after the other, again and again. */
  readonly replays: readonly Replay[];
  /** Places that the attackers came by honestly before: those count for nothing. */
  readonly knownNumbers: readonly number[];
  /**
   * Not null for servers that only answer: nothing is expected of them, and a farm solves this instead of what
   * it is asked.
   */
  readonly practice: WorkChallenge | null;
};

/** What it has come to so far. */
export type AttackReport = {
  readonly sent: number;
  readonly placesTaken: number;
  readonly admitted: number;
  /** How often joins were answered what. */
  readonly answers: Readonly<Record<string, number>>;
  readonly solved: number;
  /** Processor time for proofs, of processors of their own. */
  readonly processorSeconds: number;
};
