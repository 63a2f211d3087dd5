import { setTimeout as delay } from "node:timers/promises";
import { newFixture } from "../api/fixture";
import type { Addresses } from "../api/with-api";
import { ask, NAVIGATION } from "../shared/ask";
import { operatorOf } from "./import-export";
import type { Shown } from "./systems";
import { createTrials, requireFields } from "./trials";

const ATTEMPTS = 40;
const BETWEEN_MS = 250;

/** As the property manager answers it: `waitingRoomDirectory` and labels are what cannot be carried over. */
const PROPERTY = {
  rules: {
    ...{ name: "default", criteria: [], behaviors: [{ name: "origin", options: {} }] },
    children: [
      {
        name: "Drop",
        criteria: [
          { name: "hostname", options: { values: ["shop.example.com"] } },
          { name: "path", options: { values: ["/drop"], matchCaseSensitive: true } },
        ],
        behaviors: [
          {
            name: "visitorPrioritization",
            options: {
              ...{ enabled: true, allowedUserCookieEnabled: true, allowedUserCookieDuration: 600 },
              ...{ waitingRoomCookieEnabled: true, waitingRoomStatusCode: 503 },
              ...{ waitingRoomDirectory: "/waiting", userIdentificationByCookie: true },
              userIdentificationKeyCookie: "Member",
            },
          },
        ],
      },
    ],
  },
};

/** A behaviour that was imported holds visitors and lets them in by its share. Akamai has no public client for it. */
export async function tryAkamai(
  { api, waitingRoom }: Addresses,
  tell: (what: string) => void,
): Promise<Shown> {
  const { context, key } = await newFixture();
  const trials = createTrials(tell);
  const { run, bring } = await operatorOf(api, key);
  const page = `${waitingRoom}/?c=${context.customer.wireId}&e=akamaidrop`;
  const visit = () => ask(page, { headers: { ...NAVIGATION, cookie: "Member=m1" } });
  const answers = async (status: number) => {
    let last = 0;
    for (let attempt = 0; attempt < ATTEMPTS && last !== status; attempt += 1) {
      if (attempt > 0) await delay(BETWEEN_MS);
      last = (await visit()).status;
    }
    if (last !== status) throw new Error(`it was answered ${last}`);
  };
  await trials.try("import", async () => {
    const to = ["--percent", "0", "--target", "https://shop.example.com/drop"];
    const told = await bring("akamai", PROPERTY, ...to);
    if (!told.includes("Made 1 events and 1 rules")) throw new Error(told);
    for (const field of ["waitingRoomDirectory", "userIdentificationByCookie"]) {
      if (!told.includes(`Akamai Drop, ${field}`)) throw new Error(`${field} is not told: ${told}`);
    }
  });
  await trials.try("visitors are held with the status of the behaviour", async () => {
    await run("events", "start", "akamaidrop");
    await answers(503);
  });
  await trials.try("a scheduled event has a line, and those who are drawn a lane", async () => {
    const later = structuredClone(PROPERTY);
    for (const child of later.rules.children) child.name = "Later";
    const to = ["--percent", "30", "--target", "https://shop.example.com/drop"];
    await bring("akamai", later, ...to, "--start", "2099-01-01T10:00");
    const event = JSON.parse(await run("call", "getEvent", "--event-id", "akamailater", "--json"));
    requireFields(event, { kind: "scheduled", waitingStatusCode: 503 });
    requireFields(event.admission, { lane: "drawn", identity: { by: "cookie", name: "Member" } });
  });
  await trials.try("visitors go in with a higher share", async () => {
    const event = JSON.parse(await run("call", "getEvent", "--event-id", "akamaidrop", "--json"));
    const admission = { ...event.admission, share: { type: "percentage", percent: 100 } };
    const changed = ["--event-id", "akamaidrop", "--admission", JSON.stringify(admission)];
    await run("call", "updateEvent", ...changed);
    await answers(302);
  });
  const { tried, failed } = trials.count();
  return { failed, figures: { trials: tried, passed: tried - failed } };
}
