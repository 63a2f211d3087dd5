import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { newObservation, type Observation } from "@/rehearsal/crowd/observation";
import { visit } from "@/rehearsal/crowd/visitor";
import { newAddress } from "@/tools/shared/new-address";
import { until } from "../../shared/time";

const PATIENCE_MS = 60_000;

/**
 * Opens a page in as many browsers, each from an address of its own, as soon as its site sends people to a line that is open:
 * waiting rooms follow within two seconds after an event was started. Throws an
 * `ExpectedFailure` unless each of them got in with a token of their own, after waiting in one place at most, and some did wait.
 */
export async function sendPeople(count: number, page: URL): Promise<void> {
  await until(`${page} leads to an open line`, () => leadsToLine(page), PATIENCE_MS);
  const people = Array.from({ length: count }, () => newObservation(true, performance.now()));
  const scene = {
    ...{ shop: page, signal: AbortSignal.timeout(PATIENCE_MS), isDisturbed: () => false },
    ...{ onLine: () => undefined, onDisturbedError: () => undefined },
  };
  await Promise.all(
    people.map((seen) => visit(scene, seen, new HttpClient({ address: newAddress() }))),
  );
  const failed = people.filter((seen) => !isAdmitted(seen));
  const why = failed.flatMap(({ errors }) => errors).join(", ");
  if (failed.length > 0)
    throw new ExpectedFailure(`${failed.length} of ${count} people did not get in. ${why}`);
  if (people.every(({ numbers }) => numbers.length === 0))
    throw new ExpectedFailure("Nobody had to wait.");
}

/** Asks for what counts nobody as arrived: the line of the event's first run. */
async function leadsToLine(page: URL): Promise<boolean> {
  const client = new HttpClient();
  const { status, headers } = await client.send("GET", page);
  if (status !== 302) return false;
  const line = new URL(String(headers["location"]), page);
  const [customerId, eventId] = ["c", "e"].map((name) => line.searchParams.get(name));
  const { status: lineStatus } = await client.send(
    "GET",
    new URL(`/line/${customerId}/${eventId}/1/line.json`, line),
  );
  return lineStatus === 200;
}

/** Whoever is first may be let in before they see a number. */
const isAdmitted = ({ numbers, queueIds, entered, errors }: Observation) =>
  numbers.length <= 1 && queueIds.size === 1 && entered && errors.length === 0;
