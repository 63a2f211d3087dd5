import { expect, test } from "vitest";
import { fillPath, findPages } from "./find-pages";
import { PARAMETERS } from "./find-parameters";

test("there is something for what stands in brackets in the path of every page", async () => {
  const parameters = Object.fromEntries(PARAMETERS.map((name) => [name, "x"]));
  const paths = await findPages();
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) expect(fillPath(path, parameters)).not.toContain("[");
});
