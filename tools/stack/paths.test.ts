import { expect, test } from "vitest";
import { fromProject, PROJECT_DIRECTORY, projectPath } from "./paths";

test("a path in the clone is told without the machine's own folders, another one as it is", () => {
  expect(fromProject(projectPath(".data", "outbox"))).toBe(".data/outbox");
  expect(fromProject("/var/mail/outbox")).toBe("/var/mail/outbox");
  expect(fromProject(`${PROJECT_DIRECTORY}-of-another/.data`)).toBe(
    `${PROJECT_DIRECTORY}-of-another/.data`,
  );
});
