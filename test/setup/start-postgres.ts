import { startTestDatabase } from "./start-servers";

/** Gives the tests a migrated database of their own, unless `TEST_DATABASE_URL` names one. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env["TEST_DATABASE_URL"]) return async () => undefined;
  const { url, close } = await startTestDatabase();
  process.env["TEST_DATABASE_URL"] = url;
  process.env["DATABASE_URL"] = url;
  return close;
}
