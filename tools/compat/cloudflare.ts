import Cloudflare from "cloudflare";
import { newFixture } from "../api/fixture";
import type { Addresses } from "../api/with-api";
import { tryEvents } from "./cloudflare/events";
import { tryRefusals } from "./cloudflare/refusals";
import { tryRooms } from "./cloudflare/rooms";
import { tryRules } from "./cloudflare/rules";
import type { Shown } from "./systems";
import { createTrials } from "./trials";

/** Cloudflare's own client, unmodified but for its address, against a zone of its own. */
export async function tryCloudflare(
  { api }: Addresses,
  tell: (what: string) => void,
): Promise<Shown> {
  const fixture = await newFixture();
  const client = new Cloudflare({
    ...{ apiToken: fixture.key, baseURL: `${api}/client/v4`, maxRetries: 0 },
  });
  const called = new Set<string>();
  const trials = createTrials(tell);
  const driven = { client, trials, zone: fixture.context.customer.wireId, called };
  await trials.all("rooms", () => tryRooms(driven));
  await trials.all("events", () => tryEvents(driven));
  await trials.all("rules", () => tryRules(driven));
  const fieldsRefused: string[] = [];
  await trials.all("refusals", async () => {
    fieldsRefused.push(...(await tryRefusals(driven)));
  });
  const { tried, failed } = trials.count();
  const figures = { operations: called.size, passed: tried - failed, fieldsRefused };
  return { failed, figures };
}
