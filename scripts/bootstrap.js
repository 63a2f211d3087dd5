// Runs scripts/<command>.ts in a clone that may be fresh. Only what Node brings along may be
// imported here: the packages may not be installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { missingPackages, thisMachine } from "./missing-packages.js";

const OLDEST_NODE = [20, 19];
const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(PROJECT, "node_modules", ".stanchion", "lock-hash");
const COMMANDS = readdirSync(join(PROJECT, "scripts"))
  .filter((name) => /^[a-z-]+\.ts$/.test(name))
  .map((name) => name.slice(0, -".ts".length));

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Progress goes to the error output, so that `--json` keeps the other one for itself. */
function say(line) {
  process.stderr.write(`• ${line}\n`);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  fail(`Stanchion needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
}

function lockHash() {
  const lock = join(PROJECT, "package-lock.json");
  const hashed = existsSync(lock) ? lock : join(PROJECT, "package.json");
  return createHash("sha256").update(readFileSync(hashed)).digest("hex");
}

/** The npm that runs this script, else the one on the PATH. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: PROJECT, stdio: ["ignore", 2, 2], env: { ...process.env, NODE_ENV: "" } };
  if (cli?.endsWith(".js")) return spawnSync(process.execPath, [cli, ...args], options);
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
}

const QUIET = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--include=dev"];

/** A failure is told and nothing more: what is optional may be missing. */
function installMissing() {
  const lock = join(PROJECT, "package-lock.json");
  if (!existsSync(lock)) return;
  const { packages } = JSON.parse(readFileSync(lock, "utf8"));
  const isInstalled = (name) => existsSync(join(PROJECT, "node_modules", name));
  const missing = missingPackages(packages, thisMachine(), isInstalled);
  if (missing.length === 0) return;
  say(`Installing what package-lock.json does not name for this machine: ${missing.join(", ")}`);
  if (npm(["install", ...QUIET, ...missing]).status === 0) return;
  say("Not all of them could be installed; npm says why above. What needs them will not run.");
}

function install() {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === lockHash()) return;
  say("Installing the packages of package-lock.json (a minute or two the first time)");
  // Not "ci": it refuses a lock file without the optional packages of every other platform.
  if (npm(["install", ...QUIET]).status !== 0)
    fail(
      "The packages could not be installed; npm says why above. Check the network and try again.",
    );
  installMissing();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, lockHash());
}

async function run(command, args) {
  const script = join(PROJECT, "scripts", `${command}.ts`);
  process.chdir(PROJECT);
  process.argv = [process.execPath, script, ...args];
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: join(PROJECT, "tsconfig.json") });
  const { generatePrismaClient } = await import("../tools/stack/prisma-client.ts");
  if (await generatePrismaClient()) say("Generated the database client");
  const { generateLuaSources } = await import("../tools/stack/lua-sources.ts");
  if (generateLuaSources()) say("Generated the module of Lua sources");
  await import(pathToFileURL(script).href);
}

requireNode();
const [command = "", ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) fail(`Use one of: ${COMMANDS.join(", ")}; not "${command}".`);
install();
await run(command, args);
