import pg from "pg";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const CREDENTIALS = new Set(["28000", "28P01", "42501"]);
const DATABASE_MISSING = "3D000";

/** In which way Postgres answers a connection, and says no; null for every other failure. */
export function postgresRefusalOf(error: unknown): "credentials" | "database" | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  if (error.code === DATABASE_MISSING) return "database";
  return CREDENTIALS.has(error.code ?? "") ? "credentials" : null;
}

export function isPostgresRefusal(error: unknown): boolean {
  return postgresRefusalOf(error) !== null;
}

/** Throws one sentence that names the setting where Postgres has refused a connection. */
export function explainPostgresRefusal(error: unknown): void {
  const refusal = postgresRefusalOf(error);
  if (refusal === null || !(error instanceof Error)) return;
  throw new ExpectedFailure(
    refusal === "database"
      ? `The database in DATABASE_URL does not exist (${error.message}). Create it, or correct the name in DATABASE_URL.`
      : `Postgres denied access to the user in DATABASE_URL (${error.message}). Check user, password and pg_hba.conf; percent-encode special characters.`,
  );
}
