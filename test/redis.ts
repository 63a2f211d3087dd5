/** The Redis that tests may write to, with keys of their own; the runner sets it. */
export function testRedisUrl(): string {
  const url = process.env["TEST_REDIS_URL"];
  if (!url) throw new Error("TEST_REDIS_URL is not set: run the test through vitest.");
  return url;
}
