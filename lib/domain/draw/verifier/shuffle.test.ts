import fc from "fast-check";
import { expect, test } from "vitest";
import { createPermutation } from "@/lib/domain/draw/permutation";
import { sha256 as hash } from "@/simulation/scenarios/draw";
import { shuffledPositions } from "./shuffle";

test("the verifier's own shuffle agrees with the server's for every key and size", async () => {
  const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const anySize = fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  );
  await fc.assert(
    fc.asyncProperty(
      anyKey,
      anySize,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (key, size, at) => {
        const starts = [0, Math.min(size - 1, Math.floor(at * size)), size - 1];
        const positions = await shuffledPositions(new Uint8Array(key), size, starts);
        const { forward } = createPermutation({ key, size, hash });
        expect(positions).toEqual(starts.map(forward));
      },
    ),
    { numRuns: 40 },
  );
});
