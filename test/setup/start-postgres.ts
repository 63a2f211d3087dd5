import { startTestDatabase } from "./start-servers";

/** Gives the tests migrated databases, one for each process that runs them. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, close } = await startTestDatabase();
  process.env["TEST_DATABASE_SERVER"] = url;
  return close;
}
