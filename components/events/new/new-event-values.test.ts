import { expect, test } from "vitest";
import { PURPOSES, type Purpose } from "@/lib/domain/event/purpose";
import { type EventFormValues, newEventValues } from "../event-form-values";
import {
  newEventInput,
  purposeOfValues,
  reasonsElsewhere,
  suggestedId,
  valuesFor,
  withTemplate,
} from "./new-event-values";

test.each([
  ["Harbour Nights 2027", "harbournights2027"],
  ["Été à Zürich", "eteazurich"],
  ["Go", "goevent"],
  ["A very long name of an event", "averylongnameofaneve"],
  ["東京", ""],
])("the name %j suggests the id %j", (name, id) => {
  expect(suggestedId(name)).toBe(id);
});

const TYPED: EventFormValues = {
  ...newEventValues({ brandName: "Acme" }),
  ...{ name: "Spring Sale", startLocal: "2027-03-01T10:00", safetyNetPerMinute: 90 },
};

const inputFor = (purpose: Purpose) =>
  newEventInput({ ...TYPED, ...valuesFor(purpose, TYPED, "UTC") });

const NAMES = Object.keys(PURPOSES) as readonly Purpose[];

test.each(NAMES)("a form that was set to %s says so", (purpose) => {
  expect(purposeOfValues(valuesFor(purpose, TYPED, "UTC"), "UTC")).toBe(purpose);
});

test("of what was typed only what counts for the purpose is sent", () => {
  expect(inputFor("all-year")).toMatchObject({
    ...{ eventId: "springsale", kind: "always-on", startLocal: null, safetyNetPerMinute: 90 },
  });
  expect(inputFor("draw")).toMatchObject({
    ...{ kind: "scheduled", startLocal: "2027-03-01T10:00", draw: { type: "drand" } },
    safetyNetPerMinute: null,
  });
  expect(inputFor("invitation")).toMatchObject({ kind: "always-on", inviteOnly: true, draw: null });
  expect(newEventInput({ ...TYPED, eventId: "own" }).eventId).toBe("own");
});

test("an invitation is scheduled only where a start was typed, whatever was chosen before", () => {
  const kindAfterSale = (startLocal: string) =>
    valuesFor("invitation", { ...TYPED, kind: "scheduled", startLocal }, "UTC").kind;
  expect(kindAfterSale("")).toBe("always-on");
  expect(kindAfterSale("2027-03-01T10:00")).toBe("scheduled");
});

test("what nobody was asked is left to the customer's defaults", () => {
  const sent = Object.keys(inputFor("sale"));
  for (const name of ["protection", "theme", "language", "brandName", "lanes", "method"])
    expect(sent).not.toContain(name);
});

test("an emptied number is sent as none, which the service refuses at its field", () => {
  expect(newEventInput({ ...TYPED, outflowPerMinute: null }).outflowPerMinute).toBeNaN();
});

test("a reason that no field can show is told all the same", () => {
  const fields = { eventId: "Taken.", "draw.choice": "No pre-queue.", theme: "No such theme." };
  expect(reasonsElsewhere(fields)).toEqual(["No such theme."]);
});

test("a template sets every field but those that were typed or chosen", () => {
  const plain = newEventValues({ brandName: "Acme" });
  const draws = newEventValues({
    ...{ brandName: "Acme", kind: "scheduled", draw: { type: "drand" } },
    ...{ targetUrl: "https://shop.example/draws", outflowPerMinute: 300, preQueueMinutes: 45 },
  });
  expect(withTemplate(plain, plain, draws)).toEqual(draws);
  expect(withTemplate(draws, draws, plain)).toEqual(plain);
  const typed = {
    ...{ name: "Spring Sale", targetUrl: "https://shop.example/", outflowPerMinute: null },
    ...{ startLocal: "2027-03-01T10:00", endLocal: "2027-03-01T12:00" },
  };
  const taken = withTemplate({ ...plain, ...typed }, plain, draws);
  expect(taken).toEqual({ ...draws, ...typed });
  expect(withTemplate(taken, draws, plain)).toEqual({ ...plain, ...typed });
});

test("a purpose that was chosen is kept whole", () => {
  const plain = newEventValues({ brandName: "Acme" });
  const invited = newEventValues({ brandName: "Acme", inviteOnly: true });
  const drawn = { ...plain, ...valuesFor("draw", plain, "UTC") };
  expect(purposeOfValues(withTemplate(drawn, plain, invited), "UTC")).toBe("draw");
});
