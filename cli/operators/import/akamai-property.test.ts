import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesTriggers, type Trigger } from "@/connectors/src/core";
import { readProperty } from "./akamai-property";
import type { NotCarried } from "./report";

type Criterion = {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>> & { readonly values: readonly string[] };
};
type Tree = {
  readonly criteria: readonly Criterion[];
  readonly criteriaMustSatisfy?: string;
  readonly behaviors: readonly object[];
  readonly children: readonly Tree[];
};
type Rule = Omit<Tree, "children"> & { readonly name: string; readonly children: readonly Rule[] };

const HELD = { name: "visitorPrioritization", options: {} };
const LOTTERY = { percent: 30, isBesideLine: false };

const path = (...values: string[]): Criterion => ({ name: "path", options: { values } });
const ruleOf = (more: object): Rule => ({
  ...{ name: "Checkout", criteria: [], behaviors: [HELD], children: [] },
  ...more,
});

function read(rule: Rule) {
  const notCarried: NotCarried[] = [];
  const rules = ruleOf({ name: "default", behaviors: [], children: [rule] });
  return { pages: readProperty({ rules }, LOTTERY, notCarried), notCarried };
}

type Page = { readonly host: string; readonly path: string };

/** Whether a rule holds at Akamai, as its documents say. */
function holds({ criteria, criteriaMustSatisfy }: Rule, page: Page): boolean {
  if (criteria.length === 0) return true;
  const each = criteria.map(({ name, options }) => {
    const isIn = options.values.includes(name === "path" ? page.path : page.host);
    return String(options["matchOperator"]).includes("NOT") ? !isIn : isIn;
  });
  return criteriaMustSatisfy === "any" ? each.some(Boolean) : each.every(Boolean);
}

/** The rule whose behaviour counts for a page: the last one that holds. */
function countsThere(rule: Rule, page: Page): string | null {
  if (!holds(rule, page)) return null;
  const own = rule.behaviors.length > 0 ? rule.name : null;
  return rule.children.reduce((last, child) => countsThere(child, page) ?? last, own);
}

const criterion = (name: string, operators: readonly string[], known: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...operators),
      fc.uniqueArray(fc.constantFrom(...known), { minLength: 1 }),
    )
    .map(([matchOperator, values]): Criterion => ({ name, options: { matchOperator, values } }));
const HOSTS = ["a.example", "b.example"];
const PATHS = ["/x", "/y", "/z"];
const criteria = fc.array(
  fc.oneof(
    criterion("path", ["MATCHES_ONE_OF", "DOES_NOT_MATCH_ONE_OF"], PATHS),
    criterion("hostname", ["IS_ONE_OF", "IS_NOT_ONE_OF"], HOSTS),
  ),
  { maxLength: 3 },
);
const level = (children: fc.Arbitrary<readonly Tree[]>): fc.Arbitrary<Tree> =>
  fc.record({
    ...{ criteria, criteriaMustSatisfy: fc.constantFrom("all", "any") },
    ...{ behaviors: fc.constantFrom([], [HELD]), children },
  });
const few = (one: fc.Arbitrary<Tree>) => fc.array(one, { maxLength: 2 });
const tree = level(few(level(few(level(fc.constant([]))))));

/** Each rule has a name of its own. */
function named(rule: Tree, name = "r"): Rule {
  const children = rule.children.map((child, at) => named(child, `${name}${at}`));
  return { ...rule, name, children };
}

describe("criteria", () => {
  test("of any tree of rules hold for the same pages here, and lead to the same event", () => {
    const pages = HOSTS.flatMap((host) => PATHS.map((one) => ({ host, path: one })));
    fc.assert(
      fc.property(tree, (given) => {
        const rule = named({ ...given, behaviors: [HELD] });
        const { pages: found, notCarried } = read(rule);
        // Of more alternatives than a rule has.
        if (notCarried.length > 0) return;
        for (const page of pages) {
          const request = { url: `https://${page.host}${page.path}`, header: () => null };
          const first = found.find(
            ({ triggers }) =>
              triggers.length === 0 ||
              // What is read as a trigger is one.
              matchesTriggers(triggers as unknown as readonly Trigger[], request),
          );
          const there = countsThere(rule, page);
          expect(first?.name ?? null).toBe(there === null ? null : `Akamai ${there}`);
        }
      }),
    );
  });

  test.each([
    [
      "unknown",
      { criteria: [{ name: "userLocation", options: { values: ["DE"] } }] },
      /userLocation/,
    ],
    [
      "beside one that is known, of which any has to hold",
      {
        criteria: [path("/x"), { name: "userLocation", options: { values: ["DE"] } }],
        criteriaMustSatisfy: "any",
      },
      /userLocation/,
    ],
    [
      "with an operator of another kind",
      {
        criteria: [{ name: "path", options: { values: ["/x"], matchOperator: "IS_EMPTY" } }],
      },
      /path IS_EMPTY/,
    ],
    ["of which none has to hold", { criteria: [path("/x")], criteriaMustSatisfy: "none" }, /none/],
    [
      "with too many alternatives",
      {
        ...{
          criteria: PATHS.concat("/p", "/q").map((one) => path(one)),
          criteriaMustSatisfy: "any",
        },
        behaviors: [],
        children: [
          ruleOf({
            criteria: PATHS.concat("/p", "/q").map((one) => path(one)),
            criteriaMustSatisfy: "any",
          }),
        ],
      },
      /20 alternatives/,
    ],
    [
      "of pages that are let through again",
      {
        behaviors: [{ ...HELD, options: { enabled: false } }],
      },
      /not held/,
    ],
  ])("%s lead to nothing, and that is told", (_what, more, reason) => {
    const { pages, notCarried } = read(ruleOf(more));
    expect(pages).toEqual([]);
    expect(notCarried).toMatchObject([
      { what: "Akamai Checkout", reason: expect.stringMatching(reason) },
    ]);
  });

  test.each([
    ["MATCHES_ONE_OF", /more pages/],
    ["DOES_NOT_MATCH_ONE_OF", /fewer pages/],
  ])("with a star and %s are told to be compared otherwise", (matchOperator, reason) => {
    const options = { values: ["/x/*"], matchOperator };
    const { notCarried } = read(ruleOf({ criteria: [{ name: "path", options }] }));
    expect(notCarried).toMatchObject([{ reason: expect.stringMatching(reason) }]);
  });
});

test.each([
  ["allowedUserCookieEnabled", { allowedUserCookieEnabled: false }],
  ["waitingRoomCookieEnabled", { waitingRoomCookieEnabled: false }],
  [
    "userIdentificationKeyHeaders",
    {
      ...{ userIdentificationByHeaders: true, userIdentificationKeyHeaders: ["X-A", "X-B"] },
    },
  ],
  [
    "userIdentificationByIp, userIdentificationByCookie",
    {
      ...{ userIdentificationByIp: true, userIdentificationByCookie: true },
    },
  ],
])("%s is told where it does more there", (field, options) => {
  const { notCarried } = read(ruleOf({ behaviors: [{ ...HELD, options }] }));
  expect(notCarried.map((one) => one.field)).toEqual([field]);
});

test("a cookie that is refreshed is a session that slides", () => {
  const modeOf = (options: object) =>
    read(ruleOf({ behaviors: [{ ...HELD, options }] })).pages[0]?.settings["sessionMode"];
  expect(modeOf({ allowedUserCookieRefresh: true })).toBe("sliding");
  expect(modeOf({})).toBe("fixed");
});

test("a property without the behaviour is refused", () => {
  expect(() => read(ruleOf({ behaviors: [{ name: "caching" }] }))).toThrow("has no visitorPrio");
});
