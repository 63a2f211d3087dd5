import { startTestDatabase } from "./start-servers";

/** Gives the tests a migrated database, which each file copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, close } = await startTestDatabase();
  process.env["TEST_DATABASE_SERVER"] = url;
  return close;
}
