import type { Mutation } from "../mutation";

const SESSION = "lib/services/session/session.db.test.ts";

/** Rows of the table "Signing in". */
export const SESSION_ROWS: readonly Mutation[] = [
  {
    id: "sign-out-keeps-session",
    file: "lib/services/session/end.ts",
    holds: "signing out ends the session itself",
    broken: "the row stays",
    edits: [
      {
        find: "db().session.deleteMany({ where: { ...sessions, id: sessionId } });",
        replace:
          "db().session.updateMany({ where: { id: sessionId, userId: me.userId }, data: {} });",
      },
    ],
    tests: [
      {
        file: SESSION,
        name: "the sessions of somebody › end one by one, and only by themselves",
      },
    ],
  },
  {
    id: "foreign-session-ended",
    file: "lib/services/session/end.ts",
    holds: "… of nobody else",
    broken: "anybody's",
    edits: [
      {
        find: "{ where: { ...sessions, id: sessionId } }",
        replace: "{ where: { id: sessionId } }",
      },
    ],
    tests: [
      {
        file: SESSION,
        name: "the sessions of somebody › end one by one, and only by themselves",
      },
    ],
  },
  {
    id: "ended-session-remembered",
    file: "lib/services/session/end.ts",
    holds: "a session that was ended here is worth nothing at once, for pages that are open, too",
    broken: "they go on for ten seconds",
    edits: [{ find: "  forgetReads(me.userId);\n", replace: "" }],
    tests: [
      {
        file: SESSION,
        name: "a session › that was ended here is worth nothing at once, one that was ended elsewhere after ten seconds",
      },
    ],
  },
  {
    id: "ended-session-kept",
    file: "lib/services/shared-reads.ts",
    holds: "… and one that was ended elsewhere after ten seconds",
    broken: "as long as somebody asks",
    edits: [
      {
        find: "performance.now() - known.readAtMs < this.options.keptMs",
        replace: "true",
      },
    ],
    tests: [
      {
        file: SESSION,
        name: "a session › that was ended here is worth nothing at once, one that was ended elsewhere after ten seconds",
      },
    ],
  },
  {
    id: "read-before-change",
    file: "lib/services/shared-reads.ts",
    holds: "what was read before a change answers nobody who asks after it",
    broken: "a read that was under way is kept",
    edits: [{ find: "    if (changes !== this.changes) return;\n", replace: "" }],
    tests: [
      {
        file: "lib/services/shared-reads.test.ts",
        name: "what was read before a change answers nobody who asks after it",
      },
    ],
  },
  {
    id: "session-without-end",
    file: "lib/auth/load-context.ts",
    holds: "a session ends a week after the sign-in, however it is used",
    broken: "it is renewed without end",
    edits: [{ find: "createdAt: { gt: createdAt }, lastSeenAt", replace: "lastSeenAt" }],
    tests: [
      {
        file: SESSION,
        name: "a session › ends a day after its last use, and a week after the sign-in however it is used",
      },
    ],
  },
  {
    id: "session-never-idle",
    file: "lib/auth/load-context.ts",
    holds: "… and a day after its last use",
    broken: "not",
    edits: [{ find: ", lastSeenAt: { gt: lastSeenAt }", replace: "" }],
    tests: [
      {
        file: SESSION,
        name: "a session › ends a day after its last use, and a week after the sign-in however it is used",
      },
    ],
  },
  {
    id: "sessions-outlive-password",
    file: "lib/services/user/change-password.ts",
    holds: "a new password ends every other session",
    broken: "they go on",
    edits: [
      {
        find: "    await tx.session.deleteMany({ where: { userId: user.id, id: { not: me.sessionId } } });\n",
        replace: "",
      },
    ],
    tests: [
      {
        file: SESSION,
        name: "changing the password › takes the present one, ends every other session and every mailed link",
      },
    ],
  },
];
