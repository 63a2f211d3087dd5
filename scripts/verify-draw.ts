import { verifyDraw } from "../cli/verify-draw";
import { runCommand } from "../tools/stack/run-command";

runCommand(() => verifyDraw(process.argv.slice(2), (line) => console.log(line)));
