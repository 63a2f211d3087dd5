import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { checkFairnessFile } from "@/lib/domain/fairness/check-report";
import { writePublishedReports } from "@/lib/line/commands/published-reports";
import { publishedFile } from "@/test/published-report";
import { startTestRoom } from "@/test/waiting-room";
import { ReportMemory } from "@/waiting-room/visit/memory/report-memory";

const room = startTestRoom();
const html = { accept: "text/html" };
const newId = () => randomBytes(12).toString("base64url");

/** Makes exactly these reports of the room's customer known. */
async function publish(eventId: string, files: Readonly<Record<string, string>>): Promise<void> {
  await writePublishedReports(room.redis, room.customerId, {
    wanted: Object.keys(files).map((reportId) => ({ eventId, reportId })),
    read: ({ reportId }) => Promise.resolve(files[reportId] ?? null),
  });
}

test("strangers read a published report as a page in their language, and as a file", async () => {
  const { settings } = await room.open({ name: "Spring sale" });
  const [id, file] = [newId(), publishedFile(room.master)];
  await publish(settings.eventId, { [id]: file });
  const path = `/report/${room.customerId}/${settings.eventId}/${id}`;
  const page = await room.call("GET", path, { headers: html });
  expect(page.status).toBe(200);
  expect(page.body).toContain("The pace was kept.");
  expect(page.headers["set-cookie"]).toBeUndefined();
  const german = { ...html, "accept-language": "de-CH" };
  expect((await room.call("GET", path, { headers: german })).body).toContain("War es fair?");
  const told = await room.call("GET", `${path}.json`);
  expect(told.body).toBe(file);
  expect((await checkFairnessFile(told.body, null)).firstBad).toBeNull();
  const tampered = told.body.replace('"noShows":10', '"noShows":11');
  expect((await checkFairnessFile(tampered, null)).firstBad).toMatchObject({ part: "signature" });
});

test("what is unknown, of another event or no report is not found, in the event's brand", async () => {
  const { settings } = await room.open({ name: "Autumn sale" });
  const { settings: other } = await room.open();
  const [id, broken] = [newId(), newId()];
  await publish(other.eventId, { [id]: publishedFile(room.master), [broken]: "{}" });
  const base = `/report/${room.customerId}`;
  for (const path of [
    `${settings.eventId}/${newId()}`,
    `${settings.eventId}/${id}`,
    `${settings.eventId}/${id}.json`,
    `${settings.eventId}/3`,
  ]) {
    const answer = await room.call("GET", `${base}/${path}`, { headers: html });
    expect(answer.status, path).toBe(404);
    expect(answer.body, path).toContain("Autumn sale");
  }
  expect((await room.call("GET", `${base}/${other.eventId}/${broken}.json`)).status).toBe(404);
});

test("a report that was withdrawn is gone half a minute later", async () => {
  const { settings } = await room.open();
  const ref = { eventId: settings.eventId, reportId: newId() };
  await publish(settings.eventId, { [ref.reportId]: publishedFile(room.master) });
  let now = 0;
  const memory = new ReportMemory(room.redis, () => now);
  expect(await memory.find(room.customerId, ref)).not.toBeNull();
  await publish(settings.eventId, {});
  now = 29_999;
  expect(await memory.find(room.customerId, ref)).not.toBeNull();
  now = 30_000;
  expect(await memory.find(room.customerId, ref)).toBeNull();
});

test("whoever chooses another language comes back to the report", async () => {
  const { base, settings } = await room.open();
  const id = newId();
  await publish(settings.eventId, { [id]: publishedFile(room.master) });
  const path = `/report/${room.customerId}/${settings.eventId}/${id}`;
  const choices = await room.call("GET", `${base}/language?report=${id}`, { headers: html });
  expect(choices.body).toContain(`name="report" value="${id}"`);
  expect(choices.body).toContain(`href="${path}"`);
  const chosen = await room.call("POST", `${base}/language`, { form: { to: "fi", report: id } });
  expect(chosen.headers.location).toBe(`${path}?cid=fi`);
  const hostile = await room.call("POST", `${base}/language`, {
    form: { to: "fi", report: "/evil.example" },
  });
  expect(hostile.headers.location).toMatch(/^\/\?c=/);
});
