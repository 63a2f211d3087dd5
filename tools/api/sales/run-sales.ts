import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { packCli } from "../../cli-package/bundle";
import { packClient } from "../../client-package/pack-package";
import { packConnectors } from "../../connector-package/pack-package";
import { runNpm } from "../../connector-package/run-npm";
import { createStrangerProject } from "../../connector-package/stranger-project";
import { findFreePorts } from "../../stack/ports";
import { say } from "../../stack/run-command";
import { runNode } from "../../stack/run-to-end";
import { temporaryDirectory } from "../../stack/temporary-directory";
import { keyOf, newCustomer } from "../fixture";
import type { Addresses } from "../with-api";
import { sendPeople } from "./people";
import { isAsShown, readSales, SALES_PAGE, type Transcripts } from "./read-sales";

/** The sales of the page, by their headings. */
export const SALES = {
  client: "With the client",
  commands: "With commands",
  manifest: "With stanchion.yaml",
} as const;

type SaleName = keyof typeof SALES;

const LONGEST_MS = 60_000;

/**
 * Carries out each sale of the page as somebody who has only the packed client, command line and connectors, each for a customer
 * of its own. Answers which went as the page says, after telling what was wrong with the others.
 */
export async function runSales(
  addresses: Addresses,
  onProblem: (sentence: string) => void,
): Promise<Readonly<Record<SaleName, boolean>>> {
  const page = await readSales();
  const project = await installPackages();
  const done = { client: false, commands: false, manifest: false };
  // An object literal has no other keys.
  for (const name of Object.keys(SALES) as SaleName[]) {
    say(`${SALES_PAGE}: ${SALES[name]}`);
    try {
      await runSale(page, { name, directory: join(project, name), addresses });
      done[name] = true;
    } catch (error) {
      onProblem(`${SALES_PAGE}, ${SALES[name]}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return done;
}

async function installPackages(): Promise<string> {
  const packed = await temporaryDirectory("stanchion-sales-");
  const files = [await packClient(packed), await packCli(packed), await packConnectors(packed)];
  const options = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const project = await createStrangerProject(packed, (directory) =>
    runNpm(directory, "install", ...options, ...files),
  );
  return project.directory;
}

type Sale = {
  readonly name: SaleName;
  readonly directory: string;
  readonly addresses: Addresses;
};

async function runSale({ files, sections }: Transcripts, sale: Sale): Promise<void> {
  const { name, directory, addresses } = sale;
  const steps = sections.get(SALES[name]) ?? [];
  if (steps.length === 0) throw new ExpectedFailure("The page has no such sale.");
  const context = await newCustomer();
  const { shop } = await findFreePorts();
  const names = [
    ["https://shop.example.com", `http://localhost:${shop}`],
    ["https://room.example.com", addresses.waitingRoom],
    ["harbour", context.customer.wireId],
    ["8080", `${shop}`],
  ] as const;
  const here = (text: string) => names.reduce((all, [said, is]) => all.replaceAll(said, is), text);
  const shown = (text: string) => names.reduce((all, [said, is]) => all.replaceAll(is, said), text);
  await mkdir(directory);
  for (const [file, text] of files) await writeFile(join(directory, file), here(text));
  const key = await keyOf({ context, keys: new Map() }, PERMISSIONS);
  const shell = new Shell(directory, { STANCHION_URL: addresses.api, STANCHION_API_KEY: key });
  try {
    for (const { command, prints } of steps) {
      const printed = shown(await shell.type(here(command)));
      if (isAsShown(prints, printed)) continue;
      throw new ExpectedFailure(`\`${command}\` prints\n${printed}\nand not\n${prints}`);
    }
  } finally {
    await shell.close();
  }
}

/** What is typed in a folder, by somebody with nothing but these variables. */
class Shell {
  private readonly directory: string;
  private readonly env: Readonly<Record<string, string | undefined>>;
  private readonly aside: ChildProcess[] = [];

  constructor(directory: string, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    const none = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
    const commands = [join(directory, "../node_modules/.bin"), dirname(process.execPath)];
    const path = [...commands, process.env["PATH"]].join(":");
    this.env = { ...none, ...env, PATH: path, HOME: directory };
  }

  /** Answers what is printed; throws an `ExpectedFailure` when it fails. */
  async type(command: string): Promise<string> {
    const [, people, address] = /^# (\d+) people open (\S+),/.exec(command) ?? [];
    if (address !== undefined) {
      await sendPeople(Number(people), new URL(address));
      return "";
    }
    const { directory, env } = this;
    const [, left] = /^(.*) &$/.exec(command) ?? [];
    if (left !== undefined) {
      const options = { cwd: directory, env: { NODE_ENV: "production", ...env } } as const;
      this.aside.push(
        spawn("sh", ["-c", `exec ${left}`], { ...options, stdio: ["ignore", "ignore", 2] }),
      );
      return "";
    }
    const task = { program: "sh", args: ["-c", command], directory, env, longestMs: LONGEST_MS };
    const { code, output } = await runNode(task);
    if (code !== 0) throw new ExpectedFailure(`\`${command}\` ended with ${code}:\n${output}`);
    return output;
  }

  /** Ends what was left running. */
  async close(): Promise<void> {
    for (const child of this.aside) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill();
      await once(child, "exit");
    }
  }
}
