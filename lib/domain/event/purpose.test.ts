import { expect, test } from "vitest";
import { PURPOSES, type Purpose, type PurposeSettings, purposeOf, settingsFor } from "./purpose";

const NAMES = Object.keys(PURPOSES) as readonly Purpose[];
const BEACON = { type: "typed", name: "Lottery" } as const;

const BEFORE: readonly PurposeSettings[] = (["always-on", "scheduled"] as const).flatMap((kind) =>
  [null, BEACON].flatMap((draw) => [false, true].map((inviteOnly) => ({ kind, draw, inviteOnly }))),
);

test.each(NAMES)("whatever they were for before, settings for %s are for that", (purpose) => {
  for (const settings of BEFORE) expect(purposeOf(settingsFor(purpose, settings))).toBe(purpose);
});

test("a draw is the provable one, unless another was chosen", () => {
  const sale = { kind: "scheduled", draw: null, inviteOnly: false } as const;
  expect(settingsFor("draw", sale).draw).toEqual({ type: "drand" });
  expect(settingsFor("draw", { ...sale, draw: BEACON }).draw).toEqual(BEACON);
});

test("invitations are for events all year and for sales", () => {
  for (const kind of ["always-on", "scheduled"] as const)
    expect(settingsFor("invitation", { kind, draw: BEACON, inviteOnly: false })).toEqual({
      ...{ kind, draw: null, inviteOnly: true },
    });
});
