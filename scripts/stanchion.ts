import { pathToFileURL } from "node:url";
import { runStanchion } from "../cli/run-stanchion";
import { buildConsole, buildServers, STANCHION_PROGRAM } from "../tools/stack/build";
import { runCommand } from "../tools/stack/run-command";

const SERVERS = ["console", "waiting-room", "worker"];

const args = process.argv.slice(2);
const isServer = SERVERS.includes(args[0] ?? "") && !args.includes("--help");
if (isServer) {
  // Servers run as they are shipped, and start processes of their own from there.
  await buildServers();
  if (args[0] === "console") await buildConsole();
  process.argv = [process.execPath, STANCHION_PROGRAM, ...args];
  await import(pathToFileURL(STANCHION_PROGRAM).href);
} else {
  runCommand(async () => Number(await runStanchion(args)));
}
