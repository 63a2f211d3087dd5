import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { CHOSEN_TYPES, DOMAIN_EVENT_TYPES, DOMAIN_EVENTS } from "./catalogue";

test.each(DOMAIN_EVENT_TYPES)(
  "%s is named as the specification asks, and its example is one",
  (type) => {
    expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/);
    const { data, example, about } = DOMAIN_EVENTS[type];
    expect(data.strict().parse(example)).toEqual(example);
    expect(about).toMatch(/\.$/);
  },
);

test("docs/webhooks.md has this table (-u writes it anew)", async () => {
  const path = projectPath("docs/webhooks.md");
  const rows = CHOSEN_TYPES.map((type) => {
    const { about, example } = DOMAIN_EVENTS[type];
    return `| \`${type}\` | ${about} | \`${JSON.stringify(example)}\` |`;
  });
  const table = ["| Type | Meaning | `data` |", "| --- | --- | --- |", ...rows].join("\n");
  const page = readFileSync(path, "utf8").replace(
    /(<!-- types -->\n)[\s\S]*?(\n?<!-- end -->)/,
    (_, begin: string) => `${begin}${table}\n<!-- end -->`,
  );
  await expect(page).toMatchFileSnapshot(path);
});
