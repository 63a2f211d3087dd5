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
    '<filter id="f"><feGaussianBlur in="SourceGraphic" stdDeviation="2"/></filter>',
    '<g aria-label="Tickets" data-name="x" style="fill:url(#a);stroke-width:2"><title>A &lt; B</title></g>',
    '<g xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a"/></g>',
    '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="Layer"/>',
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
    // A prefix with a dot or a letter beyond ASCII, and one for another language than it says.
    '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>',
    '<ä:script xmlns:ä="http://www.w3.org/2000/svg">alert(1)</ä:script>',
    '<x:body xmlns:x="http://www.w3.org/1999/xhtml" x:onload="alert(1)"/>',
    '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
    '<g xmlns:xlink="http://www.w3.org/2000/svg"><xlink:script>alert(1)</xlink:script></g>',
    '<inkscape:g xmlns:inkscape="http://www.w3.org/1999/xhtml"/>',
    '<use xml:base="https://evil.example/" href="#a"/>',
    '<g äonload="alert(1)"/>',
    "<svg.script>alert(1)</svg.script>",
    '<g fill="red" fill="blue"/>',
    "<g><path></g></path>",
    "<g>",
    '<set attributeName="href"/>',
    '<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">alert(1)</handler>',
  ])("%s", (inside) => expect(sniffImage(svg(inside))).toBeNull());

  test.each([
    '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>',
    '<?xml-stylesheet href="https://evil.example/a.css"?><svg></svg>',
    '<?xml version="1.0" encoding="utf-7"?><svg></svg>',
    "<svg></svg><svg></svg>",
    "<svg></svg>after",
    "before<svg></svg>",
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
