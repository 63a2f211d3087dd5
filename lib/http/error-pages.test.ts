import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { STATUS_OF_CODE } from "./problem";

const FOLDER = new URL("../../docs/errors/", import.meta.url);

const pages = readdirSync(FOLDER).map((file) => ({
  code: file.replace(/\.md$/, ""),
  text: readFileSync(new URL(file, FOLDER), "utf8"),
}));

test("the codes of the console are exactly the pages that say they are sent by it", () => {
  const documented = pages.filter(({ text }) => /^Sent by:.*\bconsole\b/m.test(text));
  expect(documented.map(({ code }) => code).sort()).toEqual(Object.keys(STATUS_OF_CODE).sort());
});

test("each page of the console states its status", () => {
  for (const [code, status] of Object.entries(STATUS_OF_CODE)) {
    const page = pages.find((candidate) => candidate.code === code);
    expect(page?.text, code).toContain(`console (status ${status})`);
  }
});

test("each page says what its error is, who sends it and what to do", () => {
  for (const { code, text } of pages) {
    expect(text, code).toMatch(/^# `[a-z_]+`: \S/);
    expect(text, code).toContain(`# \`${code}\``);
    expect(text, code).toMatch(/^Sent by: \S/m);
    expect(text, code).toContain("**What to do.**");
  }
});
