import { createInterface } from "node:readline/promises";
import { text as readAll } from "node:stream/consumers";
import { Command, InvalidArgumentError, Option } from "commander";
import { StanchionError } from "@/client/src/stanchion-error";
import { ROLES } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Terminal } from "../terminal";
import { connect } from "./connect";
import type { Wanted } from "./device-login";
import { environment } from "./environment";
import { tell, withOutput } from "./operate";
import { DEFAULT_PROFILE, keepProfile, profilesFile } from "./profiles";
import { readHidden } from "./read-hidden";

type Options = Wanted & {
  readonly url?: string;
  readonly profile: string;
  readonly device?: true;
  readonly withKey?: true;
};

/** `stanchion login`: the key is never an argument, which other users of the machine could read. */
export function loginCommand(terminal: Terminal): Command {
  const command = new Command("login")
    .description(
      "Keeps an API key for the commands below: one that you approve in the console, or one from the input.",
    )
    .option("--url <url>", "the address of the console")
    .option("--profile <name>", "keep it under a name", DEFAULT_PROFILE)
    .option("--device", "approve in the console, also where there is no terminal")
    .option("--with-key", "type an API key instead of approving one")
    .addOption(
      new Option("--access <role>", "what the approved key may do")
        .choices(ROLES.filter((role) => role !== "owner"))
        .default("operator"),
    )
    .option("--days <n>", "how long the approved key is valid", readDays, 90);
  return withOutput(command).action(async ({ url, profile, ...options }: Options) => {
    await tell(command, terminal, async () => {
      const to = url ?? environment.url() ?? (await ask("Address of the console: "));
      const isDevice = options.device ?? (process.stdin.isTTY && !options.withKey);
      const { key, customer } = await (isDevice
        ? approvedKey(to, options, terminal)
        : typedKey(to, terminal));
      await keepProfile(profile, { url: to, key });
      const lines = [`Signed in to ${customer}. The key is in ${profilesFile()}.`];
      return { answer: { profile, url: to, customer }, lines };
    });
  });
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 365) return days;
  throw new InvalidArgumentError("Enter 1 to 365.");
}

type Found = { readonly key: string; readonly customer: string };

async function approvedKey(url: string, wanted: Wanted, { note }: Terminal): Promise<Found> {
  const { deviceLogin } = await import("./device-login");
  const { apiKey, customerName } = await deviceLogin(await connect({ url }), wanted, note);
  return { key: apiKey.text, customer: customerName };
}

async function typedKey(url: string, terminal: Terminal): Promise<Found> {
  const key = await readKey(terminal);
  return { key, customer: await checkedName(await connect({ url, key })) };
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
