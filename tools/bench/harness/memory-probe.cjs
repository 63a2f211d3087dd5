// Loaded into a measured server before its own code: on SIGUSR2 it collects what nobody uses any more
// and writes how much memory is left to the file that MEMORY_PROBE_FILE names.
const { renameSync, writeFileSync } = require("node:fs");

process.on("SIGUSR2", () => {
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  const file = process.env.MEMORY_PROBE_FILE;
  writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.part`, file);
});
