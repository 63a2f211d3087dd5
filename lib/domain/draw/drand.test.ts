import { expect, test } from "vitest";
import { scheduledRoundMs } from "@/lib/domain/draw/verifier/known-beacons";
import { drawSourceSchema } from "./commitment";
import { quicknetSource } from "./drand";

test("the chosen round comes nine to twelve seconds after the start, by the verifiers' schedule", () => {
  const startAtMs = 1_800_000_000_000;
  for (let offsetMs = 0; offsetMs < 3_000; offsetMs += 250) {
    const source = quicknetSource(startAtMs + offsetMs);
    const afterStartMs = source.roundAtMs - startAtMs - offsetMs;
    expect(afterStartMs).toBeGreaterThanOrEqual(9_000);
    expect(afterStartMs).toBeLessThan(12_000);
    expect(drawSourceSchema.parse(source)).toEqual(source);
    for (const url of source.urls) {
      expect(scheduledRoundMs(url, source.round)).toBe(source.roundAtMs);
    }
  }
});

test.each(["__proto__", "", "https://", "+275760-09-13T00:00:00Z"])(
  "the beacon's address %s beside a good one is refused like any other mistake",
  (wrong) => {
    const urls = ["https://a.example/public/7", wrong];
    const source = { type: "http-beacon", urls, field: "randomness", round: 7, roundAtMs: 0 };
    expect(drawSourceSchema.safeParse(source).success).toBe(false);
  },
);
