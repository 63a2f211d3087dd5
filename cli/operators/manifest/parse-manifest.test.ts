import { expect, test } from "vitest";
import { parseManifest } from "./parse-manifest";

const FILE = `version: 1
lists:
  partners:
    name: Partners
    contents: {kind: feed, url: !env FEED}
events:
  springsale:
    name: Spring sale
    kind: always-on
    targetUrl: https://shop.example.com/
rules:
  - name: Tickets
    actionType: Queue
    action: {EventId: springsale}
    triggers:
      - TriggerParts:
          - {ValidatorType: UrlValidator, UrlPart: PagePath, Operator: Contains, ValueToCompare: /t}
`;
const FEED = "https://feeds.example/list?token=s3cret";

const variables = (all: Readonly<Record<string, string>>) => (name: string) => all[name];

function problems(text: string): readonly string[] {
  const read = parseManifest(text, variables({ FEED }));
  return read.ok
    ? []
    : read.problems.map(
        ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
      );
}

test("a file is read with defaults for what it leaves out, and variables for what it refers to", () => {
  const read = parseManifest(FILE, variables({ FEED }));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { manifest, references } = read.value;
  expect(manifest.events?.["springsale"]).toMatchObject({ outflowPerMinute: 600, schedules: [] });
  expect(manifest.lists?.["partners"]?.contents).toMatchObject({ url: FEED, everyMinutes: 360 });
  expect([...references]).toEqual([['["lists","partners","contents","url"]', "FEED"]]);
});

test.each([
  ["name: Spring", "nam: Spring", "8:5 unknown_field Unknown field “nam”. Did you mean “name”?"],
  ["UrlPart", "UrlPrt", "17:43 unknown_field Unknown field “UrlPrt”. Did you mean “UrlPart”?"],
  ["events:", "evnts:", "6:1 unknown_field Unknown field “evnts”. Did you mean “events”?"],
  ["    kind: always", "\tkind: always", "9:1 tab Tabs are not allowed as indentation."],
  ["name: Partners", "name: P\n    name: Q", "5:5 duplicate_key Map keys must be unique."],
  ["!env FEED", "!env NOPE", "5:38 reference The environment has no variable NOPE."],
  [
    "  springsale:",
    "  spring sale:",
    "7:3 invalid events.spring sale: 3–20 characters, a–z and 0–9 only.",
  ],
  ["kind: always-on", "kind: 7", "9:5 invalid events.springsale.kind: "],
  [
    "https://shop",
    "ftp://shop",
    "10:5 invalid events.springsale.targetUrl: Enter an http or https URL.",
  ],
  [
    "    targetUrl",
    "    activeCap: many\n    targetUrl",
    "10:5 invalid events.springsale.activeCap: Enter a whole number",
  ],
  ["version: 1", "version: 2", "1:1 invalid version: This program reads version 1."],
  ["version: 1", "version: *none", "1:10 alias "],
  ["version: 1", "version: 1\n---\nversion: 1", " syntax "],
  ["version: 1", "version: !run 1", " syntax "],
])("%s as %s is told with its place", (from, to, told) => {
  expect(problems(FILE.replace(from, to)).join("\n")).toContain(told);
});

test("a password in an address is told unless a variable holds it", () => {
  const address = "https://shop:s3cret@feeds.example/";
  expect(problems(FILE.replace("!env FEED", address)).join()).toMatch(/^5:28 secret /);
  expect(parseManifest(FILE, variables({ FEED: address })).ok).toBe(true);
});

test("two rules of one name are told", () => {
  const rule = FILE.slice(FILE.indexOf("  - name"));
  expect(problems(FILE + rule)).toEqual([
    "18:5 invalid rules.1.name: Another rule is called “Tickets”.",
  ]);
});

test("anchors are read, and told where they explode", () => {
  const nines = (of: string) => `[${Array.from({ length: 9 }, () => of).join(", ")}]`;
  const bomb = [
    "a: &a [x]",
    `b: &b ${nines("*a")}`,
    `c: &c ${nines("*b")}`,
    `d: &d ${nines("*c")}`,
    `e: ${nines("*d")}`,
  ];
  expect(problems(bomb.join("\n")).join()).toMatch(/^\d+:\d+ alias Aliases stand for more than/);
  const anchored = FILE.replace(
    "name: Spring sale",
    "name: &name Spring sale\n    brandName: *name",
  );
  expect(problems(anchored)).toEqual([]);
});

test.each([["["], ["- "], ["a: {"]])("%s a hundred thousand times is told", (deep) => {
  expect(problems(deep.repeat(100_000)).join()).toMatch(/^\d+:\d+ syntax /);
});

test("an anchor that holds itself is told", () => {
  expect(problems("version: 1\nevents: &a {springsale: *a}").join()).toMatch(/ (syntax|alias) /);
});
