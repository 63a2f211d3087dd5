import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
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

describe("a room without TLS", () => {
  const LOCAL = { ...VALUES, roomUrl: "http://127.0.0.1:3001" };
  const pulls = SNIPPETS.filter(({ text }) => /config-?url:? .*room\.example/i.test(text));

  test("is where Node, the reverse proxy and the others that pull from it send visitors", () => {
    expect(pulls.map(({ page }) => page)).toEqual([
      ...["node", "next", "fetch", "lambda-edge", "fastly", "proxy"],
    ]);
  });

  test.each(pulls)(
    "is named by the snippet for $page, which needs no such line with TLS",
    (one) => {
      const line =
        one.page === "proxy"
          ? "  --waiting-room http://127.0.0.1:3001 \\"
          : 'waitingRoomOrigin: "http://127.0.0.1:3001",';
      const lines = snippetFor(one, LOCAL).split("\n");
      const at = lines.findIndex((text) => text.endsWith(line));
      expect(lines[at - 1]).toMatch(/config-?url/i);
      const withTls = snippetFor(one, { ...LOCAL, roomUrl: "https://127.0.0.1:3001" });
      expect(lines.toSpliced(at, 1).join("\n")).toBe(withTls.replace("https://127", "http://127"));
    },
  );

  test("the snippet for Node has the options of the README, which is run", () => {
    const readme = readFileSync(projectPath("README.md"), "utf8");
    const [first] = pulls;
    const options = snippetFor(first ?? expect.fail(), { ...LOCAL, customerId: "harbour" })
      .split("\n")
      .filter((line) => /^ {2}(configUrl|waitingRoomOrigin):/.test(line));
    expect(options).toHaveLength(2);
    for (const option of options) expect(readme).toContain(option);
  });
});
