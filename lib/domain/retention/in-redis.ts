import type { PersonalData } from "./held-data";
import { visitor } from "./held-of-people";

const UNTIL_SEAT_ENDS = "until the visit ends (session length, a day at the most)";
const UNTIL_NEXT_RUN = "until the next run of the event";

const recent = visitor(
  "queue id, queue number, hash of the claim and times of recent admissions",
  "a repeated request gets the same pass, and a lost arrival may be renewed",
  "until the visit cannot be renewed any more (two visits at the most)",
);
const joins = visitor(
  "half of a join's random id, and its number",
  "a repeated join gets the same number",
  "four minutes; with a draw until the groups are signed",
);
const sources = visitor(
  "keyed hashes of network addresses, networks, identities and browsers without a cookie, and how often each has joined",
  "nobody takes many places unseen",
  "until the next run of the event; of an event that is always open a day",
);
const sums = visitor(
  "keyed hashes of network addresses, and how often each has joined at events of the customer",
  "nobody takes many places unseen",
  "twenty minutes, in turns",
);
const used = visitor(
  "hash of a queue id and its pass, and of who reported it",
  "a pass is worth one visit",
  "validity of a pass and ten minutes, in turns",
);

/**
 * Every key of Redis, by what stands behind the customer and event in it: what it says about a person, or
 * null. Fields of hashes with declared fields are plain figures: `test/retention.test.ts` has all of them.
 */
export const DATA_IN_REDIS = {
  installation: null,
  line: null,
  epochs: null,
  spent: null,
  confirmed: null,
  "presence-due": visitor(
    "queue numbers that said to be there",
    "who falls silent takes nobody's slot",
    "seconds",
  ),
  "recent-even": recent,
  "recent-odd": recent,
  "joins-even": joins,
  "joins-odd": joins,
  admissions: visitor(
    "queue id, queue number, time and staff link of each admission",
    "admissions are moved to Postgres",
    "seconds; until Postgres is back while it is away",
  ),
  figures: null,
  minutes: null,
  asking: visitor("queue numbers that asked for a slot in vain", "they keep their turn", "seconds"),
  seats: visitor("queue ids of those on the site", "the active cap holds", UNTIL_SEAT_ENDS),
  ended: null,
  over: visitor(
    "queue ids whose visits the site has reported as over",
    "a visit that is over is not renewed",
    UNTIL_SEAT_ENDS,
  ),
  "unnamed-seats": null,
  buyers: visitor(
    "queue ids of those for whom units are reserved, or who have bought",
    "stock is not sold twice",
    "until the reservation ends or the sale is forgotten (a day at the most)",
  ),
  "buyer-units": visitor(
    "units reserved and bought, by queue id",
    "stock is not sold twice",
    "as long as `buyers`",
  ),
  "join-counts": sources,
  "join-sketch": sources,
  "join-sums-even": sums,
  "join-sums-odd": sums,
  marks: visitor(
    "by queue number, what counts against a place: a bit for each reason",
    "operators see and steer what holds places",
    UNTIL_NEXT_RUN,
  ),
  rights: visitor(
    "the customer's own key in an enqueue token (which may be an e-mail address), token id, join id, number and queue id",
    "one key holds one place, on whatever device",
    UNTIL_NEXT_RUN,
  ),
  "ended-rights": visitor(
    "the same of the run before",
    "codes are given back to those who were not let in",
    "seconds, until that is done",
  ),
  moves: visitor(
    "queue ids of places that went to another device, and how often",
    "the device before does not enter with the same place",
    UNTIL_NEXT_RUN,
  ),
  "move-codes": visitor(
    "hash of a code for another device, and the sealed place (queue id, queue number, times) that it stands for",
    "a place can go to another device",
    "ten minutes, or until it is used; swept as new ones are made, and until the next run at the most",
  ),
  codes: null,
  "code-uses": null,
  "draw-groups": null,
  "draw-order": null,
  draw: null,
  published: null,
  "address-lists": visitor(
    "network addresses and ranges that a customer has listed; one may be a person's",
    "access rules and the score name them",
    "until the customer deletes the list",
  ),
  hosts: null,
  pulls: null,
  "pull-times": null,
  reports: null,
  "used-even": used,
  "used-odd": used,
  guesses: visitor(
    "hash of a network address or network, and how often it typed a wrong code",
    "codes cannot be guessed",
    "ten minutes",
  ),
  notices: visitor(
    "sealed: e-mail address or push subscription, queue id, queue number and language of those who want to be told of their turn",
    "the worker takes them from there",
    "seconds; until Postgres is back while it is away",
  ),
  "notice-limits": visitor(
    "keyed hash of an e-mail address, a network address or a place, and how often it asked to be told",
    "nobody is sent many e-mails",
    "ten minutes",
  ),
  "notice-stops": null,
  "audit-anchors": null,
  "audit-alarms": null,
  nodes: null,
  presence: null,
  ticked: null,
  "times-told": null,
} as const satisfies Readonly<Record<string, PersonalData | null>>;
