import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  AUDIT_FIELDS,
  type AuditDigests,
  type AuditField,
  type AuditSalts,
  canonical,
  type LinkBody,
} from "@/lib/domain/audit/chain";

/** What an entry says, whether it is about to be written or was read. */
export type EntryValues = {
  readonly actorId: string;
  readonly actorName: string;
  readonly subject: string;
  readonly summary: string;
  readonly details: unknown;
};

/** What nobody may change of an entry, and nobody erases. */
export type EntryFacts = {
  readonly id: string;
  readonly customerId: string;
  readonly at: Date;
  readonly actorType: string;
  readonly verb: string;
};

function partOf(values: EntryValues, field: AuditField): unknown {
  switch (field) {
    case "actor":
      return [values.actorId, values.actorName];
    case "subject":
      return values.subject;
    case "summary":
      return values.summary;
    case "details":
      return values.details;
  }
}

/** The digest of one field. Without its salt nobody can tell what the field said. */
export function digestOf(values: EntryValues, field: AuditField, salt: string): string {
  // Through JSON once, as the database has it.
  const value: unknown = JSON.parse(JSON.stringify(partOf(values, field)));
  return createHash("sha256")
    .update(canonical([field, salt, value]))
    .digest("base64url");
}

/** New salts for all fields, and the digests that follow. */
export function newProof(values: EntryValues): { salts: AuditSalts; digests: AuditDigests } {
  const salt = () => randomBytes(16).toString("base64url");
  const salts = { actor: salt(), subject: salt(), summary: salt(), details: salt() };
  const digest = (field: AuditField) => digestOf(values, field, salts[field]);
  const digests = {
    actor: digest("actor"),
    subject: digest("subject"),
    summary: digest("summary"),
    details: digest("details"),
  };
  return { salts, digests };
}

/** The tag of an entry that Stanchion has written. It stays right when fields are erased. */
export function tagOfEntry(key: Buffer, facts: EntryFacts, digests: AuditDigests): string {
  const { id, customerId, at, actorType, verb } = facts;
  const told = AUDIT_FIELDS.map((field) => digests[field]);
  return mac(key, ["entry", id, customerId, at.toISOString(), actorType, verb, told]);
}

export type ErasureFacts = {
  readonly id: string;
  readonly customerId: string;
  readonly at: Date;
  readonly fields: readonly string[];
  readonly entryIds: readonly string[];
};

export function tagOfErasure(key: Buffer, facts: ErasureFacts): string {
  const { id, customerId, at, fields, entryIds } = facts;
  return mac(key, ["erasure", id, customerId, at.toISOString(), fields, entryIds]);
}

export function hashOfLink(body: string): string {
  return createHash("sha256").update(body).digest("base64url");
}

export function macOfLink(key: Buffer, hash: string): string {
  return mac(key, ["link", hash]);
}

/** Until when entries without a tag are taken, as it is stored: nobody without the key can move it. */
export function makeBound(key: Buffer, until: string | null): string {
  return `${until ?? "never"} ${mac(key, ["untagged-until", until])}`;
}

/** What such a text says, whoever wrote it. */
export function readBound(text: string): string | null {
  const [until = "never"] = text.split(" ");
  return until === "never" ? null : until;
}

/** A link as it is stored. */
export function makeLink(key: Buffer, link: LinkBody) {
  const body = canonical(link);
  const hash = hashOfLink(body);
  const { customer: customerId, seq, content } = link;
  return { customerId, seq, kind: content.kind, body, hash, mac: macOfLink(key, hash) };
}

function mac(key: Buffer, parts: readonly unknown[]): string {
  return createHmac("sha256", key).update(canonical(parts)).digest("base64url");
}

/** Compares without telling by its time how much was right. */
export function isSameMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
