import { expect, test } from "vitest";
import { rolloutOf } from "./rollout";

const current = { type: "current" } as const;

test("tells who holds a secret, who does not and who does not say; the silent do not count", () => {
  const both = { keyIds: ["aaaaaaaa", "bbbbbbbb"], state: current };
  const old = {
    keyIds: ["aaaaaaaa"],
    state: { type: "behind", versions: 1, refuses: false } as const,
  };
  const mute = { keyIds: null, state: current };
  const gone = { keyIds: ["aaaaaaaa"], state: { type: "silent" } as const };
  expect(rolloutOf("bbbbbbbb", [both, old, mute, gone])).toEqual({
    holding: [both],
    missing: [old],
    mute: [mute],
  });
  expect(rolloutOf(null, [both])).toEqual({ holding: [], missing: [both], mute: [] });
});
