import { expect, test } from "vitest";
import type { VisitorStory } from "@/lib/services/operation/report/find-visitor";
import { standingOf } from "./standing-of";

type Story = Pick<VisitorStory, "place" | "steps">;

const story = (
  state: Story["place"]["state"],
  ...whats: readonly Story["steps"][number]["what"][]
): Story => ({
  place: { lane: null, number: 5, state, ahead: null, admittedAt: null, score: null },
  steps: whats.map((what) => ({ what, at: null, isAbout: false, detail: null })),
});

test("whoever the team admitted next is admitted, though their place was given up for it", () => {
  expect(standingOf(story("left", "joined", "let-in-next"))).toEqual({
    label: "Admitted",
    why: "Admitted by your team, outside the outflow.",
    isIn: true,
  });
});

test.each([
  ["left", ["joined"], false],
  ["left", ["joined", "let-in-next", "cancelled"], false],
  ["waiting", ["joined", "let-in-next"], false],
  ["admitted", ["joined", "let-in"], true],
] as const)("%s after %j is what the line says", (state, whats, isIn) => {
  const standing = standingOf(story(state, ...whats));
  expect(standing.isIn).toBe(isIn);
  expect(standing.label === "Admitted").toBe(state === "admitted");
});
