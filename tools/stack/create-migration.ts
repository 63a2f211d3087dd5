import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { createMigration } from "./next-migration";
import { findFreePorts } from "./ports";
import { startPostgres } from "./postgres";
import { Supervisor } from "./processes";
import { runHelpful } from "./run-command";
import { temporaryDirectory } from "./temporary-directory";

const USAGE = `Writes the next migration of prisma/schema.prisma.

  node --import tsx tools/stack/create-migration.ts <name>

<name>  words of a-z, 0-9 and _, for example add_lanes`;

runHelpful(USAGE, { allowPositionals: true }, async ({ positionals: [name = ""] }) => {
  if (!/^[a-z0-9_]+$/.test(name)) throw new ExpectedFailure(USAGE);
  const dataDirectory = await temporaryDirectory("stanchion-migration-");
  const supervisor = new Supervisor(`${dataDirectory}/logs`);
  const { postgres: port } = await findFreePorts();
  const url = await startPostgres({ dataDirectory, port, supervisor });
  const folder = await createMigration(url, name);
  console.log(folder === null ? "The schema has not changed." : `Wrote ${folder}.`);
  return 0;
});
