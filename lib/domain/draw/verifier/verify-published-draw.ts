import { checkEvidence } from "./check-evidence";
import { checkFile, factsOf } from "./check-file";
import { checkBeaconValue, checkRules } from "./check-rules";
import { signatureChecker } from "./crypto";
import { type Finding, tampered } from "./finding";
import type { Octets } from "./octets";
import { type DrawnPlace, placesOf } from "./places";
import { type DrawFile, readDraw } from "./read-draw";

export type DrawVerification = {
  readonly verdict: "provable" | "not-provable" | "tampered";
  /** A provable draw has none of weight `tampered` or `not-provable`; a person has to check `open` ones. */
  readonly findings: readonly Finding[];
  /** The place of each receipt that holds, in the order of the lines; empty for a tampered file. */
  readonly places: readonly DrawnPlace[];
  /** What the draw was of; null where the file cannot be read. */
  readonly draw: DrawSummary | null;
};

export type DrawSummary = {
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: string;
  readonly startAtMs: number;
  readonly members: number;
  /** Null where nobody could be excluded. */
  readonly exclusion: ExclusionSummary | null;
  /** The lanes of a lottery with their weights; null where all had the same chance. */
  readonly lanes: DrawFile["commitment"]["lanes"];
};

export type ExclusionSummary = {
  readonly action: string;
  /** This score or more. */
  readonly fromScore: number;
  readonly members: number;
};

/**
 * Recomputes a draw from its published file and what visitors kept. "provable": the order follows from
 * the committed secret, the frozen members and the committed round, and all the given evidence agrees.
 * Any change of any byte of the file makes it "tampered"; so does a line of evidence that can be read and is
 * not what was signed. A line that cannot be read is named and not compared.
 */
export async function verifyPublishedDraw(input: {
  readonly file: Octets;
  /** Ed25519, 32 bytes, got from the operator independently of the file. */
  readonly publicKey: Octets;
  /** Receipts and kept freezes, one a line. */
  readonly receipts: readonly string[];
  /** Hexadecimal, as somebody else read it from the beacon; null if nobody did. */
  readonly beaconValue: string | null;
}): Promise<DrawVerification> {
  const check = await signatureChecker(input.publicKey);
  const read = tryRead(input.file);
  if ("reason" in read) {
    const finding = tampered("file-unreadable", `The file cannot be read: ${read.reason}.`);
    return { verdict: "tampered", findings: [finding], places: [], draw: null };
  }
  const { draw, texts } = read;
  const facts = await factsOf(draw, texts);
  const evidence = await checkEvidence({ draw, facts, check }, input.receipts);
  const ofFile = await checkFile({ draw, texts, facts, check });
  const findings = [
    ...ofFile,
    ...checkRules(draw),
    ...checkBeaconValue(draw.beacon, input.beaconValue),
    ...evidence.findings,
  ];
  return {
    verdict: verdictOf(findings),
    findings,
    places: ofFile.length > 0 ? [] : await placesOf(draw, evidence.honoured),
    draw: summaryOf(draw, facts.members),
  };
}

function summaryOf({ commitment, freeze }: DrawFile, members: number): DrawSummary {
  const { customerId, eventId, runId, startAtMs, exclusion, lanes } = commitment;
  const excluded = exclusion && { ...exclusion, members: freeze.excludedMembers ?? 0 };
  return { customerId, eventId, runId, startAtMs, members, exclusion: excluded, lanes };
}

function verdictOf(findings: readonly Finding[]): DrawVerification["verdict"] {
  if (findings.some(({ weight }) => weight === "tampered")) return "tampered";
  return findings.some(({ weight }) => weight === "not-provable") ? "not-provable" : "provable";
}

function tryRead(file: Octets): ReturnType<typeof readDraw> | { readonly reason: string } {
  try {
    return readDraw(file);
  } catch (error) {
    return { reason: error instanceof Error ? error.message : "it is no published draw" };
  }
}
