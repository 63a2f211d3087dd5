import pg from "pg";
import { vi } from "vitest";

/** Runs something and answers how many statements this process sent to Postgres meanwhile. */
export async function countQueries(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await run();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}
