import { expect, test } from "vitest";
import { textName } from "./text-name";
import { ENGLISH } from "./texts-in";

test.each([
  ["screen.pausedTitle", "Waiting page", "Paused: headline"],
  ["screen.preQueueDrawLead", "Waiting page", "Pre queue draw: text"],
  ["screen.turnBetween", "Waiting page", "Turn between"],
  ["messages.code-spent.lead", "Messages", "Code spent: text"],
  ["messages.code-spent.headline", "Messages", "Code spent: headline"],
  ["captcha.title", "CAPTCHA", "Title"],
])("%s is called %s, %s", (path, section, name) => {
  expect(textName(path)).toEqual({ section, name });
});

test("no two texts of a section are called the same", () => {
  const names = [...ENGLISH.keys()].map((path) => Object.values(textName(path)).join(" · "));
  expect(new Set(names).size).toBe(names.length);
});
