import { expect, test } from "vitest";
import { findSettings, hrefOfSetting } from "./find-settings";

const labelsOf = (query: string) =>
  findSettings(query).map(({ section, entry }) => `${section.id}: ${entry?.label ?? ""}`);

test("a search takes other words for a setting, and puts what is called that first", () => {
  expect(labelsOf("captcha")).toEqual(["limits: Bot protection"]);
  expect(labelsOf("iFRAME")).toEqual(["access: Sites allowed to embed the waiting page"]);
  expect(labelsOf("line limit")[0]).toBe("admission: Line limit");
  expect(labelsOf("no such thing")).toEqual([]);
  expect(labelsOf("  ")).toEqual([]);
});

test("a setting is found by the address of its section and the name of its field", () => {
  const [found] = findSettings("governor");
  expect(found === undefined ? null : hrefOfSetting("sale", found)).toBe(
    "/events/sale/settings/admission#governor.healthUrl",
  );
});
