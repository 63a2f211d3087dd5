import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildOtherServers, checkOut, runIn } from "../bench/harness/other-build";
import type { Environment } from "../stack/environment";
import { withLock } from "../stack/lock";
import type { Service } from "../stack/processes";
import { say } from "../stack/run-command";

/** The version that people upgrade from, and the last migration that it has. */
export const FORMER = {
  commit: "aeb39b3",
  lastMigration: "20261121163943_bind_to_address",
} as const;

/** Builds the former version from the history of this repository; it is kept in the folder for temporary files. */
export async function buildFormer() {
  const directory = join(tmpdir(), `stanchion-${FORMER.commit}`);
  await withLock(`former-${FORMER.commit}`, async () => {
    const stamp = join(directory, ".stanchion-built");
    if (existsSync(stamp)) return;
    say(`Building ${FORMER.commit} in ${directory}; that takes minutes, the first time`);
    await rm(directory, { recursive: true, force: true });
    await buildOtherServers(await checkOut(FORMER.commit, directory));
    await writeFile(stamp, "");
  });
  return {
    /** Runs the text of an ES module in the folder, with the former version's own modules, and answers what it wrote. */
    run: (module: string, env: Environment) => runIn({ ...FORMER, directory }, module, env),
    describe: (
      kind: "waiting-room" | "worker",
      { name, env }: Pick<Service, "name" | "env">,
    ): Service => ({
      ...{ name, env, tier: 2, command: process.execPath },
      args: [join(directory, ".build", kind, kind === "worker" ? "index.js" : "server.js")],
    }),
  };
}
