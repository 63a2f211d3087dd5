import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPicture } from "./qr-picture";

const LINK =
  "https://line.example/line/demo/sale/move?code=K7QF-3MTP&t=https%3A%2F%2Fshop.example%2F";

test("each dark square of the code is drawn where it is, inside a light frame", () => {
  const picture = qrPicture(LINK, "Code");
  const drawn = [...picture.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const { data, size } = encode(LINK, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  expect(drawn).toEqual(dark);
  expect(picture).toContain(`viewBox="0 0 ${size} ${size}"`);
  const places = dark.flatMap((place) => place.split(" ").map(Number));
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(size - 5);
});

test("its label is escaped", () => {
  expect(qrPicture(LINK, '"><script>')).toContain('aria-label="&quot;&gt;&lt;script&gt;"');
});
