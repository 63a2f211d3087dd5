import { ALERTS_IN_POSTGRES } from "./alerts-in-postgres";
import { AUDIT_IN_POSTGRES } from "./audit-in-postgres";
import type { TableData } from "./held-data";
import { account, maker, user, visitor } from "./held-of-people";
import { LISTS_IN_POSTGRES } from "./lists-in-postgres";
import { NOTICES_IN_POSTGRES } from "./notices-in-postgres";
import { RUNS_IN_POSTGRES } from "./runs-in-postgres";
import { SET_UP_IN_POSTGRES } from "./set-up-in-postgres";
import { SIGN_IN_IN_POSTGRES } from "./sign-in-in-postgres";
import { THEMES_IN_POSTGRES } from "./themes-in-postgres";
import { WEBHOOKS_IN_POSTGRES } from "./webhooks-in-postgres";

const invitation = (what: string) =>
  user(what, "only the invited person gets in", "30 days after use or expiry");

/**
 * Every table of Postgres and every column of it: whether it says something about a person, and then what,
 * why and for how long. `lib/domain/retention` has a test that finds what is missing here.
 */
export const DATA_IN_POSTGRES = {
  User: {
    plain: ["id", "createdAt", "sessionVersion"],
    secret: ["passwordHash"],
    personal: {
      email: account("e-mail address", "signing in, and e-mails about it"),
      name: account("name", "members see who is who"),
    },
  },
  Session: {
    plain: ["id", "userId", "ssoCustomerId"],
    personal: {
      method: user("how they signed in", "rules of their customers", "at most 7 days"),
      isStrong: user("whether two factors were used", "rules of their customers", "at most 7 days"),
      createdAt: user("time of a sign-in", "sessions end by themselves", "at most 7 days"),
      mailProvenAt: user(
        "when they last confirmed their mailbox",
        "setting up a first second factor",
        "at most 7 days",
      ),
      provenAt: user(
        "when they last confirmed their identity",
        "lasting changes ask again after 10 minutes",
        "at most 7 days",
      ),
      lastSeenAt: user("last use, to the minute", "idle sessions end", "at most 7 days"),
      browser: user("kind of browser", "people see their sign-ins", "at most 7 days"),
      address: user(
        "network address of the sign-in",
        "people recognise their sign-ins",
        "24 hours (`RETENTION_ADDRESSES_HOURS`)",
      ),
    },
  },
  Customer: {
    plain: [
      "id",
      "wireId",
      "signInRule",
      "name",
      "browserRules",
      "createdAt",
      "timeZone",
      "suspension",
      "suspendedAt",
      "maxEvents",
      "maxOutflowPerMinute",
      "maxWaiting",
      "mailsReports",
      "hasStatusPage",
      "exportedAt",
      "deletingAt",
      "approvalTopics",
      "approvalMinutes",
      "approvalOutflow",
      "approvalsSetAt",
      "auditMailedAt",
      "newEventDefaults",
    ],
  },
  Membership: {
    plain: ["id", "userId", "customerId", "createdAt", "grantedById"],
    personal: {
      role: account("role at a customer", "what they may do"),
      grantedAt: account("since when they have that role", "who may be a second person"),
    },
  },
  Invitation: {
    plain: ["id", "customerId", "expiresAt", "createdAt", "invitedById"],
    secret: ["tokenHash"],
    personal: {
      email: invitation("e-mail address"),
      role: invitation("their role"),
      acceptedAt: invitation("when they accepted"),
    },
  },
  PasswordReset: {
    plain: ["id", "userId", "expiresAt"],
    secret: ["tokenHash"],
    personal: {
      createdAt: user(
        "when a new password was requested",
        "the link works once, for an hour",
        "a day after use or expiry",
      ),
      usedAt: user("when it was used", "the same", "a day after use or expiry"),
    },
  },
  Throttle: { plain: ["key", "tries", "blockedUntil", "expiresAt"] },
  Event: {
    plain: [
      "managedBy",
      "id",
      "customerId",
      "wireId",
      "incarnation",
      "passesUntil",
      "formerDeletedAt",
      "status",
      "paused",
      "softBlock",
      "hasOwnCodes",
      "letThrough",
      "pauseMessage",
      "pauseMessages",
      "pauseMessageAt",
      "message",
      "targetedMessage",
      "occurrence",
      "logo",
      "logoContentType",
      "settingsVersion",
      "archivedAt",
      "deletingAt",
      "currentRun",
      "testOf",
      "createdAt",
      "updatedAt",
      ...["name", "kind", "startAt", "endAt", "theme", "schedules", "settings"],
    ],
    personal: {
      releasedPlaces: visitor(
        "queue ids released from the false queue, and numbers that are let in next",
        "they get a place, or in",
        "until a new run and another release; 200 of each",
      ),
    },
  },
  EventDraft: {
    plain: [
      "id",
      "eventId",
      "section",
      "values",
      "before",
      "seenVersion",
      "revision",
      "createdAt",
      "updatedAt",
    ],
    personal: { savedBy: maker() },
  },
  ...THEMES_IN_POSTGRES,
  ...LISTS_IN_POSTGRES,
  EventKey: { plain: ["eventId"], secret: ["sealed"] },
  ...RUNS_IN_POSTGRES,
  ...NOTICES_IN_POSTGRES,
  Publication: {
    plain: [
      "id",
      "customerId",
      "version",
      "config",
      "alwaysWaitRules",
      "signature",
      "signedBy",
      "repeats",
      "publishedAt",
    ],
    personal: { publishedBy: maker() },
  },
  StaffLink: {
    plain: ["id", "customerId", "eventId", "label", "expiresAt", "revokedAt", "createdAt"],
    personal: { createdBy: maker() },
  },
  OutboxEntry: {
    plain: ["id", "customerId", "topic", "subjectId", "createdAt", "relayedAt", "traceparent"],
  },
  // Its visitors are made up.
  Rehearsal: {
    plain: [
      ...["id", "customerId", "kind", "name", "eventId", "state", "plan", "outcome", "progress"],
      ...["problem", "copy", "attempts", "beatAt", "stopAskedAt", "createdAt", "startedAt"],
      "endedAt",
    ],
    personal: { createdBy: maker() },
  },
  // Hashes of ids of events and customers.
  FormerId: { plain: ["nameHash", "deletedAt", "freeAt"] },
  DrainCursor: { plain: ["eventId", "streamId", "updatedAt"] },
  AccessCodeBatch: {
    plain: [
      ...["id", "customerId", "eventId", "name", "lane", "uses", "validFrom", "validUntil"],
      ...["version", "createdAt"],
    ],
    personal: { createdBy: maker() },
  },
  AccessCode: {
    plain: ["batchId", "eventId", "used", "returned", "refused", "lastUsedAt", "revokedAt"],
    secret: ["hash"],
  },
  ...AUDIT_IN_POSTGRES,
  ...SET_UP_IN_POSTGRES,
  ...SIGN_IN_IN_POSTGRES,
  ...WEBHOOKS_IN_POSTGRES,
  ...ALERTS_IN_POSTGRES,
} as const satisfies Readonly<Record<string, TableData>>;
