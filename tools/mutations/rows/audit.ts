import type { Guarantee } from "../mutation";

const CHAIN = "lib/services/audit/chain.db.test.ts";
const ATTACKS = "lib/services/audit/attacks.db.test.ts";
const APPROVAL = "lib/services/approval/approval.db.test.ts";
const chain = (name: string) => ({ file: CHAIN, name });
const approval = (name: string) => ({ file: APPROVAL, name });

export const AUDIT: Guarantee = {
  document: "docs/security.md",
  title: "The audit log and the second person",
  rows: [
    {
      id: "audit-untagged",
      file: "lib/services/audit/verify-links.ts",
      holds: "an entry without a right tag is found",
      broken: "taken",
      edits: [
        { find: "  if (!isOurs && !isOfBefore) throw notOurs(seq, linked.id);", replace: "" },
      ],
      tests: [
        chain(
          "what somebody does in the database › an inserted entry is found while it is newer than the head, and once it is linked",
        ),
      ],
    },
    {
      id: "audit-bound-moved",
      file: "lib/services/audit/verify.ts",
      holds: "no chain takes entries without a tag for longer than the installation's bound",
      broken: "as long as its first link says",
      edits: [
        {
          find: "walk.untaggedUntil = earlierOf(content.untaggedUntil, walk.bound);",
          replace: "walk.untaggedUntil = earlierOf(content.untaggedUntil, content.untaggedUntil);",
        },
      ],
      tests: [
        {
          file: ATTACKS,
          name: "whoever can write to Postgres and has no key › nor behind a first link that says more than the bound, as a version before would make it",
        },
      ],
    },
    {
      id: "audit-bound-forged",
      file: "lib/services/audit/untagged-bound.ts",
      holds: "that bound is the one that the audit key made",
      broken: "whatever stands in the database",
      edits: [
        { find: "const isForged = key !== null &&", replace: "const isForged = key === null &&" },
      ],
      tests: [
        {
          file: ATTACKS,
          name: "whoever can write to Postgres and has no key › nor with a bound of their own",
        },
      ],
    },
    {
      id: "audit-anchors-unread",
      file: "lib/services/audit/head.ts",
      holds: "a check compares with the anchors outside of the database by itself",
      broken: "with those that somebody hands to it",
      edits: [{ find: "[...(outside?.anchors ?? []), ...kept]", replace: "[...kept]" }],
      tests: [
        {
          file: ATTACKS,
          name: "whoever can write to Postgres and has no key › cannot cut off what was anchored, whichever check looks, and what comes after does not hide it",
        },
      ],
    },
    {
      id: "audit-anchor-replaced",
      file: "lib/services/audit/anchor-heads.ts",
      holds:
        "an anchor whose link is gone is replaced only behind a checkpoint that the audit key made",
      broken: "always",
      edits: [
        { find: "link === null ? isBehindCheckpoint(anchor)", replace: "link === null ? true" },
      ],
      tests: [
        {
          file: ATTACKS,
          name: "whoever can write to Postgres and has no key › cannot have an anchor replaced by taking its link away",
        },
      ],
    },
    {
      id: "audit-anchors-lost",
      file: "lib/services/audit/anchor-heads.ts",
      holds: "that all anchors are gone is said for a day",
      broken: "they are written anew without a word",
      edits: [
        {
          find: "if (isLost) return raise",
          replace: "if (isLost && now.getTime() < 0) return raise",
        },
      ],
      tests: [
        {
          file: ATTACKS,
          name: "whoever can write to Postgres and to Redis › cannot take the anchors away without a word: for a day it is said that they were lost",
        },
      ],
    },
    {
      id: "audit-newer",
      file: "lib/services/audit/verify.ts",
      holds: "what is newer than the head is checked by its tag",
      broken: "not checked",
      edits: [{ find: "    for (const row of rows) checkNewer(walk, row);", replace: "" }],
      tests: [
        chain(
          "what somebody does in the database › an inserted entry is found while it is newer than the head, and once it is linked",
        ),
      ],
    },
    {
      id: "audit-cut",
      file: "lib/services/audit/verify.ts",
      holds: "an end that was cut off is found by an anchor",
      broken: "not compared",
      edits: [{ find: "    requireAnchors(walk);", replace: "" }],
      tests: [
        chain(
          "what somebody does in the database › an end that was cut off is found by an anchor from before, and in Redis",
        ),
      ],
    },
    {
      id: "audit-erased",
      file: "lib/services/audit/verify.ts",
      holds: "a salt is gone only where an erasure says so",
      broken: "taken as it is",
      edits: [{ find: "    await requireExplained(walk);", replace: "" }],
      tests: [chain("what somebody does in the database › a changed … is found and named")],
    },
    {
      id: "audit-salt-stays",
      file: "lib/services/audit/erase-fields.ts",
      holds: "who is erased takes the salts along",
      broken: "they stay",
      edits: [
        {
          find: "  const names = [...fields];",
          replace: "  const names: string[] = fields.slice(9);",
        },
      ],
      tests: [
        chain(
          "what Stanchion does itself › erasing a person keeps the chain whole, also before it is linked, and says how much",
        ),
      ],
    },
    {
      id: "approval-twice",
      file: "lib/services/approval/require-second-person.ts",
      holds: "an approved request runs once",
      broken: "as often as somebody approves",
      edits: [
        { find: ' askedById, state: "waiting", expiresAt', replace: " askedById, expiresAt" },
      ],
      tests: [
        approval(
          "a verb that needs a second person › runs once, however many approve it at the same moment",
        ),
      ],
    },
    {
      id: "approval-own",
      file: "lib/services/approval/approval-view.ts",
      holds: "nobody approves their own request",
      broken: "they do",
      edits: [{ find: "    actor.id !== approval.askedById &&\n", replace: "" }],
      tests: [
        approval(
          "a verb that needs a second person › nobody approves their own request, nor what their role may not do",
        ),
      ],
    },
    {
      id: "approval-outdated",
      file: "lib/services/approval/require-second-person.ts",
      holds: "what has changed since is not run",
      broken: "it is",
      edits: [
        {
          find: "  if (!isSameWish(openWish(owner, spent.sealed), wishOf(request))) throw new OutdatedRequest();",
          replace: "",
        },
      ],
      tests: [
        approval(
          "a verb that needs a second person › is not run when it was about another run, and that is written down",
        ),
      ],
    },
  ],
};
