import type { Guarantee } from "../mutation";

const SENT = "test/waiting-room/notices-sent.db.test.ts";
const ASKED = "test/waiting-room/notices-asked.db.test.ts";
const PUSH = "test/waiting-room/notices-push.db.test.ts";
const TURN = "an e-mail shortly before the turn";

export const NOTICES: Guarantee = {
  document: "docs/security.md",
  title: "Notices to visitors",
  rows: [
    {
      id: "notice-unconfirmed",
      file: "lib/services/notice/send-due.ts",
      holds: "nobody is told at an address that its reader has not confirmed",
      broken: "not asked for",
      edits: [{ find: "confirmedAt: { not: null }, ", replace: "" }],
      tests: [
        {
          file: SENT,
          name: `${TURN} › does not come to an address whose mails only a scanner reads`,
        },
      ],
    },
    {
      id: "notice-marked-late",
      file: "lib/services/notice/claim.ts",
      holds: "a message counts as sent before it is: who dies while sending is followed by nobody",
      broken: "what was marked is taken again",
      edits: [
        {
          find: '  return message === "turn" ? { turnSentAt: null } : { confirmSentAt: null };\n}',
          replace:
            '  return message === "turn" ? { lane: { gte: 0 } } : { confirmSentAt: null };\n}',
        },
      ],
      tests: [
        {
          file: SENT,
          name: "a worker that is killed › while it sends is followed by nobody, and the address goes",
        },
      ],
    },
    {
      id: "notice-may-arrive",
      file: "lib/platform/mail/send-mail.ts",
      holds: "an e-mail that a server was given is not sent again, whatever it says",
      broken: "taken for a failure",
      edits: [{ find: "if (!isHandedOver || isAnswered) throw error;", replace: "throw error;" }],
      tests: [
        {
          file: SENT,
          name: "a mail server in trouble › that hangs up with the e-mail in its hands gets it once",
        },
      ],
    },
    {
      id: "notice-spent",
      file: "lib/services/notice/send-due.ts",
      holds: "nobody is told who has gone in or left",
      broken: "not looked at",
      edits: [{ find: "spent[index] === false", replace: "index >= 0" }],
      tests: [{ file: SENT, name: `${TURN} › does not come to who has left the line` }],
    },
    {
      id: "notice-paused",
      file: "lib/services/notice/who-is-due.ts",
      holds: "nobody is told while the line is paused or held",
      broken: "not asked",
      edits: [{ find: "settings.paused || ", replace: "" }],
      tests: [{ file: SENT, name: `${TURN} › does not come while the line …` }],
    },
    {
      id: "notice-one-place",
      file: "lib/services/notice/drain.ts",
      holds: "one address has one place in a run",
      broken: "each has its own",
      edits: [
        {
          find: "data: { confirmedAt: new Date(), confirmedHash, attempts",
          replace: "data: { confirmedAt: new Date(), attempts",
        },
        {
          find: "  await tx.notice.deleteMany({ where: { runId, confirmedHash, NOT: { id } } });\n",
          replace: "",
        },
      ],
      tests: [
        {
          file: ASKED,
          name: "one address › has one place: the one that its reader confirmed last",
        },
      ],
    },
    {
      id: "notice-link-use",
      file: "lib/secrets/notice-link.ts",
      holds: "a link counts for what it is for",
      broken: "for the other thing, too",
      edits: [{ find: "signed.update(use)", replace: "signed" }],
      tests: [
        { file: ASKED, name: "a link › counts for what it is for, at its event, as it was made" },
      ],
    },
    {
      id: "notice-stop-voids",
      file: "waiting-room/routes/notices.ts",
      holds: "a stop makes the other links void at once",
      broken: "not looked at",
      edits: [
        {
          find: "if (await isNoticeStopped(redis, settings, claims.id)) return true;",
          replace: "",
        },
      ],
      tests: [
        {
          file: ASKED,
          name: "a link › to stop deletes the address, and the other links with it; its repetition does no harm",
        },
      ],
    },
    {
      id: "notice-address-limit",
      file: "lib/services/notice/send-due.ts",
      holds: "a stranger's address gets six links in an hour from the whole installation",
      broken: "as many as are asked for",
      edits: [
        {
          find: "    if (error instanceof TooManyTries) return false;\n",
          replace: "    if (error instanceof TooManyTries) return true;\n",
        },
      ],
      tests: [
        {
          file: ASKED,
          name: "one address › is sent three links by one event in ten minutes, and six by all in an hour",
        },
      ],
    },
    {
      id: "notice-endpoint",
      file: "lib/domain/notice/asked.ts",
      holds: "a push goes to https only",
      broken: "to anything",
      edits: [{ find: 'protocol !== "https:" || ', replace: "" }],
      tests: [{ file: PUSH, name: "a push › is not asked for with …" }],
    },
    {
      id: "notice-run-over",
      file: "lib/services/notice/sweep.ts",
      holds: "addresses go with the run",
      broken: "they stay",
      edits: [{ find: 'run."endedAt" IS NOT NULL OR ', replace: "" }],
      tests: [
        {
          file: ASKED,
          name: "nothing is left › of a run that is over, also of what was still on its way",
        },
      ],
    },
  ],
};
