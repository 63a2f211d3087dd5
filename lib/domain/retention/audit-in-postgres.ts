import type { TableData } from "./held-data";
import { ofWork, user } from "./held-of-people";

const audit = (what: string) => ofWork(what, "owners see who changed what");

/** The tables of who did what, and of what waits for a second person. */
export const AUDIT_IN_POSTGRES = {
  AuditLink: { plain: ["customerId", "seq", "kind", "body", "hash", "mac"] },
  AuditErasure: { plain: ["id", "customerId", "fields", "entryIds", "at", "tag", "seq"] },
  AuditKey: { plain: ["id", "bound"], secret: ["sealed"] },
  AuditEntry: {
    plain: [
      "id",
      "customerId",
      "number",
      "actorType",
      "verb",
      "subject",
      "at",
      "salts",
      "digests",
      "tag",
      "seq",
    ],
    personal: {
      actorId: audit("id of the author"),
      actorName: audit("name of the author"),
      summary: audit("a sentence with that name"),
      details: audit(
        "e-mail addresses of invited and removed members, kind of browser of a sign-in, network (IPv4 /24, IPv6 /48) and end of the session id of a request; queue id of a staff link's user, as long as admissions",
      ),
    },
  },
  Approval: {
    plain: [
      "id",
      "customerId",
      "verb",
      "subject",
      "summary",
      "state",
      "askedAt",
      "expiresAt",
      "decidedAt",
      "toldAt",
    ],
    secret: ["sealed"],
    personal: {
      askedById: audit("id of the requester"),
      askedByName: audit("name of the requester"),
      decidedById: audit("id of the second person"),
      decidedByName: audit("name of the second person"),
    },
  },
  ApprovalMail: {
    plain: ["approvalId", "userId", "tries"],
    personal: {
      dueAt: user(
        "when to mail them about a request",
        "failed mails are repeated",
        "until mailed or decided",
      ),
    },
  },
} as const satisfies Readonly<Record<string, TableData>>;
