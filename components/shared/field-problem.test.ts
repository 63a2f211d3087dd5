import { expect, test } from "vitest";
import { REQUIRED, textProblem } from "./field-problem";

test.each([
  ["", { isRequired: true }, REQUIRED],
  ["  ", { isRequired: true, type: "password" }, REQUIRED],
  ["", { type: "email" }, true],
  ["ana", { type: "email", isRequired: true }, "Enter an e-mail address, such as ana@example.com."],
  [" ana@example.com ", { type: "email", isRequired: true }, true],
  ["x", { validate: (): string => "Not this." }, "Not this."],
  ["", { isRequired: true, validate: (): string => "Not this." }, REQUIRED],
  ["anything", {}, true],
])("%j with %j", (value, rules, problem) => {
  expect(textProblem(value, rules)).toBe(problem);
});
