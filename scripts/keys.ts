import { runStanchion } from "../cli/run-stanchion";
import { runCommand } from "../tools/stack/run-command";

runCommand(async () => Number(await runStanchion(["keys", ...process.argv.slice(2)])));
