import { type DrawFacts, freezeMessage, groupOctets, publishedFreeze } from "./check-file";
import { type CheckSignature, digest } from "./crypto";
import { type Finding, notProvable, open, tampered } from "./finding";
import { hexOf, join, type Octets } from "./octets";
import type { DrawFile } from "./read-draw";
import { type KeptFreeze, type ReceiptFields, readEvidence } from "./read-evidence";
import { NODE, rootOfPath } from "./tree";

type Scene = {
  readonly draw: DrawFile;
  readonly facts: DrawFacts;
  readonly check: CheckSignature;
};

/** A receipt that the draw honours: which member it is. */
export type HonouredReceipt = { readonly line: number; readonly index: number };

type Outcome = { readonly findings: readonly Finding[]; readonly honoured: HonouredReceipt | null };

/**
 * Checks what visitors kept against a file whose own signatures have been looked at. A receipt must be
 * signed, of this draw, and one of the published members; a kept freeze must be the published one. A line
 * that is neither is named, and counts as if it had not been given: it accuses nobody.
 */
export async function checkEvidence(
  scene: Scene,
  lines: readonly string[],
): Promise<{ findings: Finding[]; honoured: HonouredReceipt[] }> {
  const signed = rememberSignatures(scene.check);
  const positions = new Map(scene.draw.groups.map(([firstIndex], at) => [firstIndex, at]));
  const known = { ...scene, check: signed, positions };
  // Editors and mails leave blanks, empty lines and line ends of other systems.
  const kept = lines
    .map((text, at) => ({ text: text.replace(/\s+/g, ""), line: at + 1 }))
    .filter(({ text }) => text !== "")
    .map(({ text, line }) => ({ evidence: tryRead(text), line }));
  const outcomes = await Promise.all(
    kept.map(({ evidence, line }) => checkLine(known, evidence, line)),
  );
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const kinds = new Set(kept.map(({ evidence }) => evidence?.kind));
  if (!kinds.has("receipt") && !kinds.has("freeze")) {
    const text =
      "Not compared: what visitors kept (receipts, and the freeze seen before the round).";
    findings.push(open("nothing-kept", text));
  } else if (!kinds.has("freeze")) {
    const text =
      "No freeze was kept from before the beacon's round: the members could have been chosen after it.";
    findings.push(notProvable("no-kept-freeze", text));
  }
  return { findings, honoured: outcomes.flatMap(({ honoured }) => honoured ?? []) };
}

type Known = Scene & { readonly positions: ReadonlyMap<number, number> };

async function checkLine(
  known: Known,
  evidence: ReceiptFields | KeptFreeze | null,
  line: number,
): Promise<Outcome> {
  if (!evidence) {
    const said = `Line ${line} cannot be read: it is no whole receipt and no whole freeze. It is not compared.`;
    return { findings: [{ ...open("receipt-unreadable", said), line }], honoured: null };
  }
  return evidence.kind === "receipt"
    ? checkReceipt(known, evidence, line)
    : checkKeptFreeze(known, evidence, line);
}

async function checkReceipt(known: Known, receipt: ReceiptFields, line: number): Promise<Outcome> {
  const { draw, facts, check, positions } = known;
  const root = await rootOfReceipt(receipt);
  const { firstIndex, count, lane } = receipt;
  const message = root && join(receipt.draw, groupOctets({ firstIndex, count, root, lane }));
  const tag = `stanchion/draw/group/${lane === 0 ? 1 : 2}`;
  if (!root || !message || !(await check(tag, message, receipt.signature))) {
    return refuse("receipt-forged", `The receipt of line ${line} is altered or not signed.`, line);
  }
  if (hexOf(receipt.draw) !== hexOf(facts.name)) {
    const text = `The receipt of line ${line} is signed for another commitment.`;
    return refuse("other-commitment", text, line);
  }
  const at = positions.get(firstIndex) ?? -1;
  const published = draw.groups[at];
  const isThere = published?.[1] === count && published[2] === hexOf(root);
  if (!isThere || (published[3] ?? 0) !== lane) {
    const text = `The receipt of line ${line} is signed, but the draw leaves it out.`;
    return refuse("receipt-left-out", text, line);
  }
  if (receipt.joinedAtMs >= draw.commitment.startAtMs) {
    const text = `The receipt of line ${line} is of a join after the start.`;
    return refuse("joined-after-start", text, line);
  }
  return { findings: [], honoured: { line, index: receipt.index } };
}

async function checkKeptFreeze(known: Known, kept: KeptFreeze, line: number): Promise<Outcome> {
  const { draw, facts, check } = known;
  const message = freezeMessage({ ...kept, name: kept.draw });
  const tag = `stanchion/draw/freeze/${kept.excluded === null ? 1 : 2}`;
  if (!(await check(tag, message, kept.signature))) {
    return refuse("freeze-forged", `The freeze of line ${line} is altered or not signed.`, line);
  }
  const published = freezeMessage({ ...publishedFreeze(draw), ...facts });
  if (hexOf(published) === hexOf(message)) return { findings: [], honoured: null };
  const text = `The members were frozen otherwise before the round (line ${line}) than published.`;
  return refuse("freeze-differs", text, line);
}

async function rootOfReceipt(receipt: ReceiptFields): Promise<Octets | null> {
  const { index, queueIdHash, joinedAtMs, firstIndex, count, path } = receipt;
  if (count === 0) return null;
  const leaf = await digest(join([0, 1], [index, 8], queueIdHash, [joinedAtMs, 8]));
  return rootOfPath({ leaf, position: index - firstIndex, count, path, node: NODE.ofMembers });
}

/** Members of one group share one signature: it is checked once. */
function rememberSignatures(check: CheckSignature): CheckSignature {
  const checked = new Map<string, Promise<boolean>>();
  return (tag, message, signature) => {
    const name = `${tag} ${hexOf(message)} ${hexOf(signature)}`;
    const result = checked.get(name) ?? check(tag, message, signature);
    checked.set(name, result);
    return result;
  };
}

function refuse(code: string, text: string, line: number): Outcome {
  return { findings: [tampered(code, text, line)], honoured: null };
}

function tryRead(text: string): ReceiptFields | KeptFreeze | null {
  try {
    return readEvidence(text);
  } catch {
    return null;
  }
}
