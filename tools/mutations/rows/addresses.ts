import type { Guarantee } from "../mutation";

const OUTGOING = "lib/platform/outgoing";
const ASKING = `${OUTGOING}/ask-outside.test.ts`;

export const ADDRESSES: Guarantee = {
  document: "docs/security.md",
  title: "Addresses that a customer sets",
  rows: [
    {
      id: "outgoing-one-way",
      file: "lib/services/draw/fetch-beacon.ts",
      holds: "servers ask addresses of customers one way only",
      broken: "a beacon is fetched directly",
      edits: [{ find: "await askOutside({", replace: "await fetch(url) && await askOutside({" }],
      tests: [
        {
          file: "test/outgoing-rule.test.ts",
          name: "requests to addresses that customers set › go the one guarded way: no other source of the servers can open a connection",
        },
      ],
    },
    {
      id: "outgoing-literal",
      file: `${OUTGOING}/outgoing-url.ts`,
      holds: "an address written as numbers is public or allowed",
      broken: "not looked at",
      edits: [{ find: "if (isIP(host) !== 0)", replace: "if (isIP(host) === 1)" }],
      tests: [{ file: ASKING, name: "an address of this network › … is not asked" }],
    },
    {
      id: "outgoing-name",
      file: `${OUTGOING}/resolve-host.ts`,
      holds: "every address that a name leads to is public or allowed",
      broken: "only names are looked at",
      edits: [{ find: "addresses.some(({ address })", replace: "[].some((address: string)" }],
      tests: [
        {
          file: ASKING,
          name: "an address of this network › is not asked under a name that leads to …",
        },
      ],
    },
    {
      id: "outgoing-ipv6",
      file: `${OUTGOING}/public-address.ts`,
      holds: "of IPv6 only what is handed out to networks is public",
      broken: "all of it is, but for special ranges",
      edits: [{ find: 'global6.check(address, "ipv6") &&', replace: "" }],
      tests: [{ file: `${OUTGOING}/public-address.test.ts`, name: "… is public: …" }],
    },
    {
      id: "outgoing-answer-bound",
      file: `${OUTGOING}/ask-outside.ts`,
      holds: "an answer is read to its bound",
      broken: "read to its end",
      edits: [{ find: "if (size > bytesMax) return null;", replace: "" }],
      tests: [
        { file: ASKING, name: "an answer › that never ends is read to its bound, or not at all" },
      ],
    },
    {
      id: "outgoing-share",
      file: `${OUTGOING}/fair-slots.ts`,
      holds: "a customer has a few connections at once",
      broken: "as many as there are",
      edits: [{ find: " && (held.get(owner) ?? 0) < limits.perOwner", replace: "" }],
      tests: [
        {
          file: ASKING,
          name: "a customer whose site hangs holds a few connections, and another's is asked meanwhile",
        },
      ],
    },
    {
      id: "health-page-unread",
      file: "workers/probe-origin.ts",
      holds: "nothing of a health page is read",
      broken: "up to a gigabyte",
      edits: [{ find: "answerBytesMax: 0", replace: "answerBytesMax: 1e9" }],
      tests: [
        { file: "workers/probe-origin.test.ts", name: "a health page of 260 MB is not read" },
      ],
    },
    {
      id: "outside-queue",
      file: "lib/jobs/jobs.ts",
      holds: "jobs that wait for other people's servers have a queue of their own",
      broken: "pushes wait in front of the outbox",
      edits: [
        {
          find: 'name: "config.push",\n  queue: QUEUES.outside',
          replace: 'name: "config.push",\n  queue: QUEUES.record',
        },
      ],
      tests: [
        {
          file: "lib/jobs/recurring-jobs.test.ts",
          name: "recurring jobs › those that wait for other people's servers never wait in front of others",
        },
      ],
    },
    {
      id: "internal-when-entered",
      file: "lib/services/event/plan-change.ts",
      holds: "an internal address is refused when it is entered",
      broken: "stored",
      edits: [{ find: "refuseInternalAddresses(given);", replace: "" }],
      tests: [
        {
          file: "lib/services/event/event.db.test.ts",
          name: "refusals › health pages and beacons of an internal network are refused when they are entered",
        },
      ],
    },
  ],
};
