import { createHash, createPublicKey, sign } from "node:crypto";
import {
  FAIRNESS_TAG,
  type FairnessReport,
  fairnessFile,
  fairnessText,
} from "@/lib/domain/fairness/report-file";
import { privateKeyOf, rawPublicKey } from "./ed25519";
import { deriveKey, type MasterKey } from "./seal";

const PURPOSE = "stanchion/report-signing";

/** The Ed25519 key with which an installation signs fairness reports: 32 bytes in base64url, as it is published. */
export function reportPublicKey(master: MasterKey): string {
  return rawPublicKey(createPublicKey(privateKeyOf(seedOf(master)))).toString("base64url");
}

/** The file of a report, signed with the installation's key, whose name stands in it. */
export function signReport(master: MasterKey, unsigned: Omit<FairnessReport, "publicKey">): string {
  const report = { ...unsigned, publicKey: reportPublicKey(master) };
  const signature = sign(null, messageOf(report), privateKeyOf(seedOf(master)));
  return fairnessFile(report, signature.toString("hex"));
}

function messageOf(report: FairnessReport): Buffer {
  const digest = createHash("sha256").update(fairnessText(report)).digest();
  return Buffer.concat([Buffer.from(FAIRNESS_TAG), digest]);
}

function seedOf(master: MasterKey): Buffer {
  return deriveKey(master, PURPOSE, Buffer.alloc(0));
}
