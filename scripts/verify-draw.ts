import { runStanchion } from "../cli/run-stanchion";
import { runCommand } from "../tools/stack/run-command";

runCommand(async () => Number(await runStanchion(["verify-draw", ...process.argv.slice(2)])));
