import { Command, InvalidArgumentError } from "commander";
import type { Client } from "@/client/src/create-client";
import type { Operations } from "@/client/src/generated/types";
import type { Terminal } from "../../terminal";
import { operating } from "../operate";
import { type PrioritizedPages, readProperty } from "./akamai-property";
import { type NotCarried, notCarriedLines, readExport, refusalsOf } from "./report";

type Options = {
  readonly percent: number;
  readonly target: string;
  readonly besideLine?: boolean;
  readonly start?: string;
  readonly end?: string;
};
type EventInput = Operations["createEvent"]["input"];
type RuleInput = Operations["createRule"]["input"]["rule"];

/** `stanchion import akamai FILE`: the pages of a property that Visitor Prioritization holds. Starts and publishes nothing. */
export function importAkamaiCommand(terminal: Terminal): Command {
  const command = new Command("akamai")
    .description(
      "Makes an event with a lottery and a rule of each visitorPrioritization of a property.",
    )
    .argument("<file>", "the rules of the property as JSON")
    .requiredOption(
      "--percent <number>",
      "the share of visitors to admit: the policy has it, not the property",
      percentOf,
    )
    .requiredOption("--target <url>", "where admitted visitors go")
    .option("--beside-line", "the others wait in line, behind those who are drawn")
    .option("--start <time>", "of a scheduled event, in UTC: 2026-11-29T20:00; has a line")
    .option("--end <time>", "of a scheduled event, in UTC");
  return operating(command, terminal, async (client, file: string, options: Options) => {
    const notCarried: NotCarried[] = [];
    const { percent, start, besideLine = start !== undefined } = options;
    const byLottery = { percent, isBesideLine: besideLine };
    const pages = readProperty(await readExport(file), byLottery, notCarried);
    let events = 0;
    let rules = 0;
    for (const one of pages) {
      if (!(await makeEvent(client, one, options, notCarried))) continue;
      events += 1;
      if (await makeRule(client, one, notCarried)) rules += 1;
    }
    const told = `Made ${events} events and ${rules} rules of ${pages.length} behaviours. Start the events, then: stanchion rules diff`;
    return { answer: { events, rules, notCarried }, lines: [told, ...notCarriedLines(notCarried)] };
  });
}

function percentOf(text: string): number {
  const percent = Number(text);
  if (text.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError("Enter a number from 0 to 100.");
}

async function makeEvent(
  client: Client,
  { eventId, name, settings }: PrioritizedPages,
  { target, start, end }: Options,
  notCarried: NotCarried[],
): Promise<boolean> {
  try {
    // The API checks what is in it, and says what is wrong.
    const input = {
      ...{ eventId, name, targetUrl: target, ...settings },
      ...(start === undefined
        ? { kind: "always-on" }
        : { kind: "scheduled", startLocal: start, endLocal: end ?? null, timeZone: "UTC" }),
    } as EventInput;
    await client.createEvent(input);
    return true;
  } catch (error) {
    notCarried.push(...refusalsOf(error, name));
    return false;
  }
}

async function makeRule(
  client: Client,
  { eventId, name, triggers }: PrioritizedPages,
  notCarried: NotCarried[],
): Promise<boolean> {
  if (triggers.length === 0) {
    const reason = "It holds for every page. Add a rule that leads to the event.";
    notCarried.push({ what: name, field: "criteria", reason });
    return false;
  }
  try {
    const action = { EventId: eventId };
    await client.createRule({ rule: { name, actionType: "Queue", action, triggers } as RuleInput });
    return true;
  } catch (error) {
    notCarried.push(...refusalsOf(error, name));
    return false;
  }
}
