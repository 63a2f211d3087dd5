import { expect, test } from "vitest";
import { listDocsPages } from "./list-pages";
import { llmsText } from "./llms-text";
import { readDocsPage } from "./read-page";

test("every page that it names is there, and no page is left out", async () => {
  const text = llmsText(await listDocsPages(), "https://c.example");
  const paths = [...text.matchAll(/\(https:\/\/c\.example\/llms\/([^)]+)\.md\)/g)].map(
    ([, path = ""]) => path,
  );
  expect(paths).toContain("operating");
  expect(paths).not.toContain("errors/invalid");
  for (const path of paths) expect(await readDocsPage(path), path).toMatch(/^# /);
});
