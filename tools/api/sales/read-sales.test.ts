import { expect, test } from "vitest";
import { isAsShown, readSales, readTranscripts } from "./read-sales";
import { SALES } from "./run-sales";

const PAGE = `# Page

## One

\`a.mjs\`:

\`\`\`js
run();
\`\`\`

\`\`\`console
$ node a.mjs
first
second
$ # 2 people open https://shop.example.com/, wait in line and get in.
\`\`\`

## Two
`;

test("files, and what is typed and printed, are read by section", () => {
  const { files, sections } = readTranscripts(PAGE);
  expect([...files]).toEqual([["a.mjs", "run();\n"]]);
  expect([...sections]).toEqual([
    [
      "One",
      [
        { command: "node a.mjs", prints: "first\nsecond\n" },
        {
          command: "# 2 people open https://shop.example.com/, wait in line and get in.",
          prints: "",
        },
      ],
    ],
    ["Two", []],
  ]);
});

test.each([
  ["a (1) b", "a (1) b\n", true],
  ["a … b\n…\nc", "a 1 b\n2\n3\nc", true],
  ["a … b", "a 1 c", false],
  ["a", "a b", false],
  ["", "a", false],
])("%j is shown for %j: %s", (shown, printed, isShown) => {
  expect(isAsShown(shown, printed)).toBe(isShown);
});

test("each sale of the page has a site, visitors and a report", async () => {
  const { sections } = await readSales();
  for (const heading of Object.values(SALES)) {
    const typed = (sections.get(heading) ?? []).map(({ command }) => command).join("\n");
    expect(typed).toMatch(/site\.mjs &\n# 10 people open .*\n.*close/);
  }
});
