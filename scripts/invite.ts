import { runStanchion } from "../cli/run-stanchion";
import { runCommand } from "../tools/stack/run-command";

runCommand(async () => Number(await runStanchion(["admin", "invite", ...process.argv.slice(2)])));
