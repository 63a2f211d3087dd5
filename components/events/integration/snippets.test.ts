import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { SNIPPETS, snippetFor } from "./snippets";

const VALUES = {
  customerId: "harbour",
  roomUrl: "https://line.harbour.example",
  targetUrl: "https://tickets.harbour.example/sale?x=1",
};

test.each(SNIPPETS)("the snippet for $page is the one of its documentation", ({ page, text }) => {
  expect(readFileSync(projectPath(`docs/connectors/${page}.md`), "utf8")).toContain(
    `\n${text}\n\`\`\``,
  );
});

test.each(SNIPPETS)(
  "the snippet for $page has the values of the event and none of the examples",
  (snippet) => {
    const text = snippetFor(snippet, VALUES);
    expect(text).not.toMatch(/acme|room\.example|shop\.example/);
    if (/customer-?id|stanchion-c/i.test(snippet.text)) expect(text).toContain("harbour");
  },
);
