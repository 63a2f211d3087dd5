import { expect, test } from "vitest";
import { listVerbs } from "@/tools/api/list-verbs";
import { playedVerbs } from "./operators";

/** Whose verbs change an event or what belongs to one. */
const OF_EVENTS = /\/services\/event\/(?!theme\/)|\/operation\/removal\/|\/report\/cancel-place/;
/** How other verbs tell the line something, and another name for what is played: played with each of them. */
const PART_OF_OTHERS: ReadonlySet<string> = new Set(["tellLine", "endSession"]);

test("lives play every verb that changes an event", () => {
  const wanted = listVerbs()
    .filter(({ file, permission }) => OF_EVENTS.test(file) && !permission.endsWith(":read"))
    .map(({ name }) => name)
    .filter((name) => !PART_OF_OTHERS.has(name));
  const played = playedVerbs();
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter((name) => !played.has(name))).toEqual([]);
});
