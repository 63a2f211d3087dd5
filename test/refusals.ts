import { expect } from "vitest";

/** Every one of the attempts, under way at once, must be refused with this code. */
export async function expectRefused(
  attempts: readonly Promise<unknown>[],
  code: string,
): Promise<void> {
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code })));
}
