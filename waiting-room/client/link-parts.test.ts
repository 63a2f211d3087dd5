import { expect, test } from "vitest";
import { linkParts } from "./link-parts";

const linksIn = (text: string) =>
  linkParts(text).flatMap(({ text: part, isLink }) => (isLink ? [part] : []));

test.each([
  ["See https://a.example/x?y=1.", ["https://a.example/x?y=1"]],
  ["https://a.example and (https://b.example/c)", ["https://a.example", "https://b.example/c"]],
  ["詳しくは https://a.example/情報。", ["https://a.example/情報"]],
  ["http://a.example, javascript:alert(1), a.example", []],
  ["No address", []],
])("%j leads to %j", (text, links) => {
  expect(linksIn(text)).toEqual(links);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});
