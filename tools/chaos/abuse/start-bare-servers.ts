import { projectPath } from "../../stack/paths";
import { findFreePorts } from "../../stack/ports";
import { Supervisor } from "../../stack/processes";
import { answersOk } from "../../stack/services";
import { temporaryDirectory } from "../../stack/temporary-directory";

/** As long as what a join is answered that gets no place. */
const ANSWER_BYTES = 200;

/** So many processes of Node's own server, which answers the same to everything. */
export async function startBareServers(count: number) {
  const supervisor = new Supervisor(await temporaryDirectory("stanchion-bare-"));
  const servers: { readonly port: number; readonly processId: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { waitingRoom: port } = await findFreePorts();
    const args = [projectPath("tools/bench/harness/bare-server.js"), `${ANSWER_BYTES}`, `${port}`];
    const name = `bare-${index}`;
    supervisor.run({ name, command: process.execPath, args, env: {}, tier: 2 });
    await supervisor.waitUntilReady(name, () => answersOk(port, "/"));
    servers.push({ port, processId: supervisor.processId(name) ?? 0 });
  }
  return { servers, close: () => supervisor.close() };
}

export type BareServers = Awaited<ReturnType<typeof startBareServers>>;
