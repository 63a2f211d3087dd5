import { seedDemo } from "../demo/seed";
import { defaultDataDirectory } from "./paths";
import { runCommand } from "./run-command";

runCommand(async () => {
  await seedDemo({ dataDirectory: defaultDataDirectory(), env: process.env });
  return 0;
});
