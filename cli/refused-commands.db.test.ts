import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { stopEvent } from "@/lib/services/event/control/stop";
import { installationContext, type ServiceContext } from "@/lib/services/ground/context";
import { deleteCustomer } from "@/lib/services/installation/customer/delete";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { everythingIn } from "@/test/both-stores";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { testRedisUrl } from "@/test/redis";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";
import { addOperatorCommands } from "./operators/operator-commands";
import { createProgram } from "./program";
import { runStanchion } from "./run-stanchion";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(() => redis.disconnect());

const SALE = { eventId: "sale" };
/** How often somebody has tried is counted although it is refused. */
const COUNTS_TRIES = ["Throttle"];

let folder: string;
let context: ServiceContext;
/** The event of `context` is open, that of `stopped` was: neither was exported. */
let stopped: ServiceContext;
let email: string;
let deletedId: string;
beforeAll(async () => {
  folder = await temporaryDirectory("stanchion-refused-");
  [context, stopped] = [await createCustomerWithSale(), await createCustomerWithSale()];
  for (const one of [context, stopped]) await startTestEvent(one, SALE);
  await stopEvent(stopped, SALE);
  ({ email } = await db().user.findUniqueOrThrow({ where: { id: context.actor.id } }));
  const gone = await createCustomerWithSale();
  deletedId = gone.customer.wireId;
  await deleteCustomer(
    redis,
    installationContext(gone.customer, "test"),
    { withoutExport: true },
    0,
  );
  await relayOutbox(redis);
  for (const { id } of await db().event.findMany()) await reconcileEvent(redis, id);
  await writeFile(join(folder, "there.ndjson"), "somebody's");
  await writeFile(join(folder, "half.ndjson.manifest.json"), "somebody's");
});
beforeEach(() => {
  vi.stubEnv("CONSOLE_URL", "https://console.example");
  vi.stubEnv("OUTBOX_DIRECTORY", join(folder, "outbox"));
  vi.stubEnv("SMTP_URL", "");
  vi.stubEnv("REDIS_URL", testRedisUrl());
});
afterEach(() => vi.unstubAllEnvs());

const wireId = () => context.customer.wireId;
type Refused = readonly [why: string, args: () => string, says: RegExp];

/** Each command that changes something, and everything for which it may be refused. */
const REFUSALS: Readonly<Record<string, readonly Refused[]>> = {
  migrate: [["no argument is taken", () => "now", /argument/]],
  "admin customers create": [
    ["the id is taken", () => `${wireId()} --owner a@example.com`, /is taken/],
    ["the id was just deleted", () => `${deletedId} --owner a@example.com`, /deleted customer/],
    ["the id is none", () => "A! --owner a@example.com", /invalid/],
    ["the owner is no address", () => "newone --owner ana", /invalid/],
    ["a limit is no number", () => "newone --owner a@example.com --events many", /whole number/],
  ],
  "admin customers suspend": [
    ["there is none", () => "nobody", /Customer nobody does not exist/],
    ["the way is unknown", () => `${wireId()} --events perhaps`, /Allowed choices/],
  ],
  "admin customers resume": [["there is none", () => "nobody", /Customer nobody does not exist/]],
  "admin customers limits": [
    ["there is none", () => "nobody --events 1", /Customer nobody does not exist/],
    ["a limit is none", () => `${wireId()} --events -1`, /whole number/],
    ["a limit is too high", () => `${wireId()} --outflow 9999999999`, /invalid/],
  ],
  "admin customers export": [
    [
      "there is none",
      () => `nobody --to ${folder}/x --stop-events`,
      /Customer nobody does not exist/,
    ],
    ["the file is there", () => `${wireId()} --to ${folder}/there.ndjson --stop-events`, /already/],
    ["the manifest is", () => `${wireId()} --to ${folder}/half.ndjson --stop-events`, /already/],
    ["no such folder", () => `${wireId()} --to ${folder}/no/x --stop-events`, /can't be created/],
  ],
  "admin customers delete": [
    ["nobody confirms", () => wireId(), /Use --yes/],
    ["there is none", () => "nobody --yes --stop-events", /Customer nobody does not exist/],
    ["an event is open", () => `${wireId()} --yes --without-export`, /has open events/],
    ["an open one is not exported", () => `${wireId()} --yes --stop-events`, /Export with/],
    ["nothing is exported", () => `${stopped.customer.wireId} --yes`, /has not been exported/],
  ],
  "admin keys create": [
    ["a permission is unknown", () => "--name x --permissions king", /Use customers:read/],
    ["it would be valid for no day", () => "--name x --days 0", /Enter 1 to 3650/],
    ["it has no name", () => "--name= --permissions customers:read", /invalid/],
  ],
  "admin keys revoke": [["there is none", () => "nobody", /does not exist/]],
  "admin invite": [
    ["it is no address", () => "bo", /not an e-mail address/],
    [
      "there is no such customer",
      () => "bo@example.com --customer nobody",
      /Customer nobody does not exist/,
    ],
    ["they are a member", () => `${email} --customer ${wireId()}`, /is already a member/],
    ["no such role", () => `b@example.com --customer ${wireId()} --role king`, /Allowed choices/],
  ],
  "admin reset-second-factor": [
    ["nobody confirms", () => `--email ${email}`, /Use --yes/],
    ["nobody has the address", () => "--email nobody@example.com --yes", /not_found/],
    ["there is none to take away", () => `--email ${email} --yes`, /no second factor/],
  ],
  "admin erase": [
    ["nobody is named", () => "--yes", /--queue-id, --email/],
    ["two are named", () => "--queue-id q --email a@example.com --yes", /exactly one/],
    [
      "a key and an address are named",
      () => "--token-key k --email a@example.com --yes",
      /exactly one/,
    ],
    ["nobody confirms", () => `--email ${email}`, /Use --yes/],
    ["a customer has no other owner", () => `--email ${email} --yes`, /only owner/i],
  ],
  "keys rotate": [["no argument is taken", () => "now", /argument/]],
  "keys activate": [["no argument is taken", () => "now", /argument/]],
  "verify-audit": [
    ["there is none", () => "--accept --customer nobody", /Customer nobody does not exist/],
    ["Redis is left out", () => "--accept --no-redis", /--no-redis/],
    ["the anchor cannot be read", () => `--accept --anchor ${folder}/nothing`, /cannot be read/],
  ],
};
/** Those that read and tell, or serve. */
const CHANGE_NOTHING = [
  ...["console", "api", "waiting-room", "worker", "check", "admin customers list"],
  "admin keys list",
  ...["plan-capacity", "keys status", "verify-draw", "verify-fairness"],
];

async function stanchion(args: readonly string[]) {
  const told: string[] = [];
  const write = (text: string) => told.push(text);
  const ending = await runStanchion(args, { print: write, note: write });
  return { ending, told: told.join("\n") };
}

function leavesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(" ")];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}

test("each command of the program is tried here, or changes nothing", () => {
  const nowhere = { print: () => {}, note: () => {}, ending: 0 };
  const operators = new Command();
  addOperatorCommands(operators, nowhere);
  // They reach neither store: the API refuses what they ask for.
  const others = new Set(leavesOf(operators));
  const all = leavesOf(createProgram(nowhere)).filter((name) => !others.has(name));
  expect([...Object.keys(REFUSALS), ...CHANGE_NOTHING].sort()).toEqual(all.sort());
});

const CASES = Object.entries(REFUSALS).flatMap(([command, refusals]) =>
  refusals.map((refusal) => [command, ...refusal] as const),
);
const commands = Object.keys(REFUSALS).filter((name) => !/^(migrate|verify-audit)$/.test(name));

describe("nothing is done, in either store or beside them,", () => {
  test.each(CASES)("when %s is refused because %s", async (command, _, args, says) => {
    await expectRefusal(`${command} ${args()}`, says);
  });

  test.each(commands)("when %s has no settings", async (command) => {
    const [, args = () => ""] = REFUSALS[command]?.at(-1) ?? [];
    const takesNone = command.startsWith("keys");
    vi.stubEnv("MASTER_KEY", "");
    const line = takesNone ? command : `${command} ${args()}`;
    await expectRefusal(line, /MASTER_KEY|Allowed choices|whole number/);
  });
});

test("what docs/customers.md says removes a customer whose event is open", async () => {
  const text = await readFile(projectPath("docs/customers.md"), "utf8");
  const [, block = ""] = /## Exporting and deleting\n\n```sh\n([^`]+)```/.exec(text) ?? [];
  const lines = block.trim().split("\n");
  expect(lines.length).toBe(2);
  for (const line of lines) {
    const file = join(folder, "acme.ndjson");
    const said = line.replace("acme.ndjson", file).replace(" acme", ` ${wireId()}`);
    const yes = said.includes(" delete ") ? " --yes" : "";
    const { ending, told } = await stanchion(`${said}${yes}`.split(" ").slice(1));
    expect({ ending, told }).toMatchObject({ ending: 0 });
  }
  expect(await db().customer.count({ where: { wireId: wireId() } })).toBe(0);
});

test("an invitation that could not be mailed is told with its link", async () => {
  vi.stubEnv("OUTBOX_DIRECTORY", join(folder, "there.ndjson"));
  const { ending, told } = await stanchion(["admin", "invite", "new@example.com"]);
  expect(told).toMatch(
    /^No e-mail was sent by OUTBOX_DIRECTORY: .*Send the link to new@example.com yourself/,
  );
  expect(told).toMatch(/\nhttps:\/\/console\.example\/sign-up\?invitation=/);
  expect(ending).toBe(0);
});

async function expectRefusal(line: string, says: RegExp): Promise<void> {
  const before = await everythingIn(redis, COUNTS_TRIES);
  const { ending, told } = await stanchion(line.split(" "));
  expect(told).toMatch(says);
  expect(told).not.toMatch(/^\s+at /m);
  expect([1, 64]).toContain(ending);
  expect(await everythingIn(redis, COUNTS_TRIES)).toBe(before);
  for (const file of ["there.ndjson", "half.ndjson.manifest.json"])
    expect(await readFile(join(folder, file), "utf8")).toBe("somebody's");
}
