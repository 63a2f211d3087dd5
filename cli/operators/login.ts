import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import { Command } from "commander";
import { StanchionError } from "@/client/src/stanchion-error";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../terminal";
import { connect } from "./connect";
import { environment } from "./environment";
import { tell, withOutput } from "./operate";
import { DEFAULT_PROFILE, keepProfile, profilesFile } from "./profiles";
import { readHidden } from "./read-hidden";

type Options = { readonly url?: string; readonly profile: string };

/** `stanchion login`: the key is never an argument, which other users of the machine could read. */
export function loginCommand(terminal: Terminal): Command {
  const command = new Command("login")
    .description("Keeps an API key for the commands below. It is read from the input.")
    .option("--url <url>", "the address of the console")
    .option("--profile <name>", "keep it under a name", DEFAULT_PROFILE);
  return withOutput(command).action(async ({ url, profile }: Options) => {
    await tell(command, terminal, async () => {
      const to = url ?? environment.url() ?? (await ask("Address of the console: "));
      const key = await readKey(terminal);
      const client = await connect({ url: to, key });
      const customer = await checkedName(client);
      await keepProfile(profile, { url: to, key });
      const lines = [`Signed in to ${customer}. The key is in ${profilesFile()}.`];
      return { answer: { profile, url: to, customer }, lines };
    });
  });
}

/** `stanchion logout` */
export function logoutCommand(terminal: Terminal): Command {
  const command = new Command("logout")
    .description("Forgets the API key of a profile. It stays valid.")
    .option("--profile <name>", "another one than the default", DEFAULT_PROFILE);
  return withOutput(command).action(async ({ profile }: Options) => {
    await tell(command, terminal, async () => {
      await keepProfile(profile, null);
      return { answer: { profile }, lines: ["Signed out."] };
    });
  });
}

/** A key that may not read the customer is good all the same. */
async function checkedName(client: Awaited<ReturnType<typeof connect>>): Promise<string> {
  try {
    return (await client.getCustomer()).name;
  } catch (error) {
    if (error instanceof StanchionError && error.code === "forbidden") return "your installation";
    throw error;
  }
}

async function readKey({ note }: Terminal): Promise<string> {
  const typed = process.stdin.isTTY
    ? await readHidden("API key: ", note)
    : await readAll(process.stdin);
  const key = typed.trim();
  if (key === "") throw new ExpectedFailure("No API key was given. Nothing was kept.");
  return key;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new ExpectedFailure("Say --url, the address of the console.");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}
