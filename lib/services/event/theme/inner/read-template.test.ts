import { expect, test } from "vitest";
import { readStoredTemplate } from "@/lib/domain/custom-page/stored-template";
import { ServiceError } from "@/lib/services/ground/errors";
import { readTemplate } from "./read-template";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function refusalOf(bytes: Uint8Array): string {
  try {
    readTemplate(bytes);
  } catch (error) {
    if (error instanceof ServiceError) return error.fields?.["base64"] ?? "";
    throw error;
  }
  return "taken";
}

test("a template is stored as what may stand on a page, and its author told of the rest", () => {
  const { stored, notes } = readTemplate(
    bytesOf(`<script>x</script>\n<img src="https://img.example/a.png">{{{status}}}`),
  );
  const text = new TextDecoder().decode(stored);
  expect(text).not.toContain("script>");
  expect(readStoredTemplate(text)?.pageParts).toEqual(["status"]);
  expect(notes).toEqual({
    removed: ["Line 1, column 1: Scripts are removed: only our own runs on this page."],
    origins: ["https://img.example"],
  });
});

test("a broken one is refused with each place and reason", () => {
  expect(refusalOf(bytesOf("<p>\n{{nobody}} {{{message}}}</p>"))).toBe(
    "Line 2, column 1: There is no variable “nobody”.\nLine 2, column 12: Use two braces: {{message}}. Three braces are only for page parts.",
  );
  expect(
    refusalOf(bytesOf("{{nobody}}".repeat(30)))
      .split("\n")
      .at(-1),
  ).toBe("And 20 more.");
  expect(refusalOf(Uint8Array.of(0xff, 0xfe, 0x41))).toBe("The template must be UTF-8 text.");
  expect(refusalOf(bytesOf("a\0b{{{status}}}"))).toBe("The template must be UTF-8 text.");
});

test("what somebody else has written is no stored template", () => {
  for (const text of ["", "<p>{{{status}}}</p>", "{}", '{"stanchionTemplate":2}', "null"])
    expect(readStoredTemplate(text)).toBeNull();
});
