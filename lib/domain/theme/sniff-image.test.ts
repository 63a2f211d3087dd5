import { describe, expect, test } from "vitest";
import { sniffImage } from "./sniff-image";

const text = (value: string) => new TextEncoder().encode(value);
const svg = (inside: string) => text(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0];

test("an image is what its first bytes are", () => {
  expect(sniffImage(new Uint8Array(png))).toBe("image/png");
  expect(sniffImage(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe("image/jpeg");
  expect(sniffImage(text("RIFF\u0001\u0002\u0003\u0004WEBPVP8 "))).toBe("image/webp");
});

describe("an SVG that is only a drawing is accepted", () => {
  test.each([
    '<path d="M0 0h1v1z" fill="#2563eb"/>',
    '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/>',
    "<style>.a{fill:red}</style>",
    '<use href="#a"/><image href="data:image/png;base64,AAAA"/>',
    "<text>Tickets &amp; more</text>",
    "<!-- drawn by hand -->",
  ])("%s", (inside) => expect(sniffImage(svg(inside))).toBe("image/svg+xml"));

  test("with an XML declaration, a comment and a byte order mark before it", () => {
    const whole = '\uFEFF<?xml version="1.0"?><!-- logo -->\n<svg viewBox="0 0 1 1"></svg>\n';
    expect(sniffImage(text(whole))).toBe("image/svg+xml");
  });
});

describe("an SVG that does or loads anything is refused", () => {
  test.each([
    "<script>alert(1)</script>",
    "<svg:script>alert(1)</svg:script>",
    '<g onclick="alert(1)"/>',
    "<g/onload=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    '<a xlink:href="https://evil.example/">x</a>',
    '<image href="https://evil.example/pixel.png"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    "<foreignObject><p/></foreignObject>",
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    "<style>@import 'https://evil.example/a.css'</style>",
    "<style>a{fill:url(https://evil.example)}</style>",
    "<style>a{fill:u\\72l(//evil.example)}</style>",
    '<a href="&#106;avascript:alert(1)">x</a>',
    "<![CDATA[<script>]]>",
  ])("%s", (inside) => expect(sniffImage(svg(inside))).toBeNull());

  test.each([
    '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>',
    '<?xml-stylesheet href="https://evil.example/a.css"?><svg></svg>',
  ])("%s", (whole) => expect(sniffImage(text(whole))).toBeNull());
});

test.each([
  ["nothing", new Uint8Array()],
  ["a page", text("<html><svg></svg></html>")],
  ["a GIF", text("GIF89a")],
  ["half of a PNG mark", new Uint8Array(png.slice(0, 4))],
  ["a RIFF that is sound", text("RIFF\u0001\u0002\u0003\u0004WAVE")],
  ["broken UTF-8", new Uint8Array([...text("<svg>"), 0xff])],
])("%s is no image", (_name, bytes) => {
  expect(sniffImage(bytes)).toBeNull();
});
