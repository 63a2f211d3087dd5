/** The migrated database that tests may write to, as customers of their own; the runner sets it. */
export function testDatabaseUrl(): string {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run the test through vitest.");
  return url;
}
