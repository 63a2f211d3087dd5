import { expect, test } from "vitest";
import { keyOfName } from "./key-of-name";

test.each([
  ["Data centres", "data-centres"],
  ["  Spring & Summer 2027! ", "spring-summer-2027"],
  ["Müller Café", "muller-cafe"],
  ["東京", ""],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
])("the name %j suggests the key %j", (name, key) => expect(keyOfName(name)).toBe(key));
