import { expect, test } from "vitest";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";
import { newEventInput, suggestedId, valuesFromTemplate } from "./new-event-values";

test.each([
  ["Harbour Nights 2027", "harbournights2027"],
  ["Été à Zürich", "eteazurich"],
  ["Go", "goevent"],
  ["A very long name of an event", "averylongnameofaneve"],
  ["東京", ""],
])("the name %j suggests the id %j", (name, id) => {
  expect(suggestedId(name)).toBe(id);
});

test("an event follows a template in what that says, and keeps the rest as by default", () => {
  const targetUrl = "https://shop.example/";
  const settings = { targetUrl, kind: "scheduled", timeZone: "Asia/Tokyo" } as const;
  const template: EventTemplateView = { templateId: "t1", name: "Sale", createdAt: "", settings };
  expect(valuesFromTemplate(template, "UTC")).toMatchObject({ ...settings, templateId: "t1" });
  expect(valuesFromTemplate(null, "Europe/Vienna")).toMatchObject({
    ...{ kind: "always-on", timeZone: "Europe/Vienna", templateId: "none", targetUrl: "" },
  });
});

test("of what was typed only what counts is sent", () => {
  const typed = { ...valuesFromTemplate(null, "UTC"), name: "Spring Sale" };
  expect(newEventInput({ ...typed, startLocal: "2027-03-01T10:00" })).toMatchObject({
    ...{ eventId: "springsale", templateId: null, startLocal: null },
  });
  const scheduled = { ...typed, kind: "scheduled" as const, eventId: "own" };
  expect(newEventInput({ ...scheduled, startLocal: "2027-03-01T10:00" })).toMatchObject({
    ...{ eventId: "own", startLocal: "2027-03-01T10:00" },
  });
  expect(newEventInput({ ...typed, outflowPerMinute: null }).outflowPerMinute).toBeNaN();
});
