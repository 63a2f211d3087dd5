import fc from "fast-check";
import { expect, test } from "vitest";
import { foundColours } from "./found-colours";
import { isGrey, readColour } from "./read-colour";
import { picturesOfManifest, readWebsitePage } from "./read-page";

test.each([
  ["#0A3", "#00aa33"],
  ["#0a32fc", "#0a32fc"],
  [" #0a32fc80 ", "#0a32fc"],
  ["rgb(10, 50, 252)", "#0a32fc"],
  ["rgba(10 50 252 / 80%)", "#0a32fc"],
  ["rgb(300, 0, 0)", null],
  ["#12345", null],
  ["var(--blue)", null],
  ["tomato", null],
])("the colour %s is %s", (text, colour) => {
  expect(readColour(text)).toBe(colour);
});

test("grey is no colour that a brand is known by", () => {
  expect(["#000000", "#ffffff", "#71717a"].every(isGrey)).toBe(true);
  expect(isGrey("#0a32fc")).toBe(false);
});

test("colours come from what a website names, then from what it uses, each once", () => {
  const css = `:root{--color-primary: #AA3300;--brand-2:rgb(1,2,200);--gap:#123456}
    a{color:#0a7}b{color:#0a7}i{color:#00aa77}p{color:#333}q{color:#333}s{color:#333}u{color:#f0f}`;
  const manifest = JSON.stringify({ theme_color: "#0a32fc", background_color: "#fff8f0" });
  expect(foundColours({ themeColours: ["#0A32FC", "nonsense"], manifest, css })).toEqual([
    { colour: "#0a32fc", from: "theme-color" },
    { colour: "#fff8f0", from: "manifest: background" },
    { colour: "#aa3300", from: "--color-primary" },
    { colour: "#0102c8", from: "--brand-2" },
    { colour: "#00aa77", from: "used 3 times" },
  ]);
  expect(foundColours({ themeColours: [], manifest: "no JSON", css: "" })).toEqual([]);
});

test("a page says where its manifest, style sheets and pictures are", () => {
  const page = readWebsitePage(
    `<META content='#123456' name=theme-color><link rel="shortcut ICON" href="/icon.svg?a=1&amp;b=2">
     <link rel="apple-touch-icon" href="touch.png"><link rel=manifest href=/site.json>
     <link href="//cdn.example/main.css" rel="stylesheet"><style>a{color:#abc}</style>
     <img class="Header-Logo" src="img/brand.png"><img src="photo.jpg"><img src="data:image/png,x" alt="Logo">
     <meta property="og:image" content="https://cdn.example/hero.jpg">`,
    "https://shop.example/en/",
  );
  expect(page).toEqual({
    themeColours: ["#123456"],
    manifestUrl: "https://shop.example/site.json",
    stylesheetUrls: ["https://cdn.example/main.css"],
    css: "<style>a{color:#abc}",
    pictures: [
      { url: "https://shop.example/en/img/brand.png", from: "logo on the page", use: "logo" },
      { url: "https://shop.example/en/touch.png", from: "apple-touch-icon", use: "logo" },
      { url: "https://shop.example/icon.svg?a=1&b=2", from: "icon", use: "logo" },
      { url: "https://cdn.example/hero.jpg", from: "og:image", use: "background" },
    ],
  });
});

test("the largest icon of a manifest comes first, and what is none is left out", () => {
  const icons = [{ src: "a.png", sizes: "48x48" }, { src: "b.png", sizes: "512x512" }, null, 7];
  const found = picturesOfManifest(JSON.stringify({ icons }), "https://shop.example/site.json");
  expect(found.map(({ url }) => url).slice(0, 2)).toEqual([
    "https://shop.example/b.png",
    "https://shop.example/a.png",
  ]);
  expect(picturesOfManifest(JSON.stringify({ icons: {} }), "https://shop.example/")).toEqual([]);
});

test("any text is read, and quickly", () => {
  const parts = fc.constantFrom(
    "<",
    ">",
    "<link ",
    "<meta",
    "<style",
    "=",
    '"',
    "'",
    "rel",
    "a",
    " ",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 400 }), (text) => {
      readWebsitePage(text.join(""), "https://shop.example/");
    }),
  );
  const startedMs = performance.now();
  for (const part of ["<meta ", "<link a=", "<img \"'", "<style", "<link rel=a href='x"])
    readWebsitePage(part.repeat(2_000_000 / part.length), "https://shop.example/");
  for (const part of ["--brand", "--a-", "rgb(", "#fff"])
    foundColours({ themeColours: [], manifest: null, css: part.repeat(500_000 / part.length) });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});
