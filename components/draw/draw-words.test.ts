import { expect, test } from "vitest";
import type { DrawView } from "@/lib/services/event/draw/draw-view";
import { drawWords, ruleWords, sourceWords, verifyCommand } from "./draw-words";

const startAtMs = Date.UTC(2027, 5, 1, 8);
const source: DrawView["source"] = {
  type: "http-beacon",
  urls: ["https://beacon.example/public/42"],
  field: "randomness",
  round: 42,
  roundAtMs: startAtMs + 9_000,
};
const promised: DrawView = {
  runId: 1,
  commitmentHash: "c0",
  publicKey: "KEY",
  startAtMs,
  source,
  frozen: null,
  exclusion: null,
  lanes: null,
  typedValue: null,
  beacon: null,
  label: null,
  urls: { commitment: "", file: "", verify: "" },
};
const frozen = { ...promised, frozen: { members: 8, excluded: null, atMs: startAtMs + 3_000 } };
const words = (draw: DrawView, nowMs: number) => drawWords(draw, nowMs, "UTC");

test("before the start it says whether the draw Anyone can verify", () => {
  expect(words(promised, startAtMs - 1).explanation).toContain("Anyone can verify");
  const typed: DrawView = { ...promised, source: { type: "typed", name: "Lottery" } };
  expect(words(typed, startAtMs - 1).explanation).toContain("NOT PROVABLE");
});

test("it says what was promised of excluded members and of lanes", () => {
  expect(ruleWords(promised)).toBe("");
  const exclusion = { action: "last", fromScore: 60 } as const;
  const lanes = [
    { key: "vip", weight: 80 },
    { key: "main", weight: 20 },
  ];
  expect(ruleWords({ ...promised, exclusion, lanes })).toBe(
    "Places with a score of 60 or more are drawn last. Chances by lane: vip 80, main 20.",
  );
  expect(ruleWords({ ...promised, exclusion: { ...exclusion, action: "drop" } })).toBe(
    "Places with a score of 60 or more are dropped.",
  );
});

test("between start and draw it says what is waited for", () => {
  expect(words(promised, startAtMs).label).toBe("Closing");
  expect(words(frozen, startAtMs + 4_000)).toMatchObject({ label: "Waiting" });
  expect(words(frozen, startAtMs + 4_000).explanation).toContain("08:00:09 UTC");
  const typed: DrawView = { ...frozen, source: { type: "typed", name: "Lottery" } };
  expect(words(typed, startAtMs + 4_000).explanation).toContain("Enter the value");
});

test("a draw that cannot be proven says so in capitals, and why", () => {
  const label = { label: "not-provable", reason: "beacon-silent" } as const;
  expect(words({ ...frozen, label }, startAtMs)).toMatchObject({
    label: "NOT PROVABLE",
    tone: "warning",
    explanation: expect.stringContaining("no value within a minute"),
  });
  const provable = { label: "provable", reason: null } as const;
  expect(words({ ...frozen, label: provable }, startAtMs).label).toBe("Provable");
});

test("the command has the key, and the beacon's value once there is one", () => {
  expect(sourceWords(source)).toBe("beacon.example, round 42");
  expect(verifyCommand(frozen)).not.toContain("--beacon");
  const beacon = { type: "http-beacon", url: "", round: 42, value: "ab", receivedAtMs: 0 } as const;
  expect(verifyCommand({ ...frozen, beacon })).toMatch(/--key=KEY .*--beacon ab$/);
});
