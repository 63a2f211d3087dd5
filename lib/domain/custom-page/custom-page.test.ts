import fc from "fast-check";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import { describe, expect, test } from "vitest";
import en from "@/lib/domain/page-texts/languages/en.json";
import { compileTemplate } from "./compile-template";
import { type Filling, renderPart } from "./render-template";
import {
  CLOUDFLARE_VARIABLES,
  type CustomPageVariable,
  OWN_VARIABLES,
  TEXT_VARIABLES,
} from "./variables";

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>{{{status}}}`;

const KINDS = { ...CLOUDFLARE_VARIABLES, ...OWN_VARIABLES };
const NAMES = Object.keys(KINDS) as CustomPageVariable[];

function filling(text: string): Filling {
  const values = NAMES.map((name) => {
    const kind = KINDS[name];
    if (kind === "number") return [name, 7];
    return [name, kind === "condition" ? true : text];
  });
  return {
    // One for each of the names.
    values: Object.fromEntries(values) as Filling["values"],
    texts: en,
    pageParts: { status: "<p>OUR STATUS</p>", joinForm: "", enterForm: "", leaveForm: "" },
  };
}

function render(html: string, text = HOSTILE): string {
  const { template, problems } = compileTemplate(html);
  if (template === null) throw new Error(JSON.stringify(problems));
  const part = (of: typeof template.head) => renderPart(of, filling(text));
  return `<!doctype html><html${part(template.htmlAttributes)}><head>${part(template.head)}</head><body${part(template.bodyAttributes)}>${part(template.body)}</body></html>`;
}

/** Each element with its attributes, as a browser reads the page. */
function elementsOf(html: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = [];
  const visit = (parent: DefaultTreeAdapterTypes.ParentNode) => {
    for (const node of parent.childNodes.filter(defaultTreeAdapter.isElementNode)) {
      found.push(node);
      visit(node);
    }
  };
  visit(parse(html));
  return found;
}

const FORBIDDEN = new Set(
  `script iframe object embed applet base form input button textarea select noscript template math foreignobject
animate set use frame frameset portal video audio source track`.split(/\s+/),
);

function whatRuns(html: string): string[] {
  return elementsOf(html).flatMap(({ tagName, attrs }) => [
    ...(FORBIDDEN.has(tagName.toLowerCase()) ? [tagName] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (/^on|^(?:srcdoc|formaction|ping|name)$/i.test(name) && tagName !== "meta") return [name];
      if (/^(?:http-equiv)$/i.test(name)) return [name];
      return /^(?:href|src|action|xlink:href)$/i.test(name) &&
        !/^(?:https?:|mailto:|tel:|#|data:image\/)/i.test(value)
        ? [`${name}=${value}`]
        : [];
    }),
  ]);
}

const problemsIn = (html: string) =>
  compileTemplate(html).problems.map(({ line, column, reason }) => `${line}:${column} ${reason}`);
const removedFrom = (html: string) => compileTemplate(html).removed.map(({ reason }) => reason);

test("every variable is filled in, and no value becomes an element or a tag", () => {
  const tags = NAMES.map((name) => `<p title="{{${name}}}" id="v-${name}">{{${name}}}</p>`);
  const texts = [...TEXT_VARIABLES].map((name) => `<i>{{${name}}}</i>`);
  const html = render(`<body>${tags.join("")}${texts.join("")}{{{status}}}</body>`);
  const ids = elementsOf(html).flatMap(({ attrs }) => attrs.filter(({ name }) => name === "id"));
  expect(ids.map(({ value }) => value)).toEqual(NAMES.map((name) => `v-${name}`));
  expect(html.match(/OUR STATUS/g)).toHaveLength(1);
  expect(whatRuns(html)).toEqual([]);
  expect(html).toContain(`<i>${en.screen.turnTitle}</i>`);
});

test("sections show what holds, their content stays whole", () => {
  const page = `{{#isFIFOQueue}}<p>in order</p>{{/isFIFOQueue}}{{^isFIFOQueue}}<p>by lot</p>{{/isFIFOQueue}}{{{status}}}`;
  expect(render(page)).toContain("<p>in order</p><p>OUR");
  expect(render(`<p class="{{#message}}told{{/message}}">x</p>{{{status}}}`)).toContain(
    'class="told"',
  );
  expect(
    render(
      `<table><tbody>{{#message}}<tr><td>{{message}}</td></tr>{{/message}}</tbody></table>{{{status}}}`,
      "Hi",
    ),
  ).toContain("<tr><td>Hi</td></tr>");
});

describe.each([
  ["{{#waitTimeKnown}}", "1:1 The section “waitTimeKnown” is not closed."],
  ["<p>\n  {{/queueAll}}", "2:3 No section “queueAll” is open here."],
  ["x\n{{eventNme}}", "2:1 There is no variable “eventNme”."],
  ["{{constructor}}", "1:1 There is no variable “constructor”."],
  ["{{__proto__}}", "1:1 There is no variable “__proto__”."],
  ["{{texts.constructor.name}}", "1:1 There is no variable “texts.constructor.name”."],
  ["{{{message}}}", "1:1 Use two braces: {{message}}"],
  ["{{&message}}", "1:1 Use two braces: {{message}}"],
  ["{{> header}}", "1:1 Partials and other delimiters are not known here."],
  ["{{=<% %>=}}<%& message %>", "1:1 Partials and other delimiters are not known here."],
  ["{{#status}}x{{/status}}", "1:1 “status” can't be used as a section."],
  ["{{status}}", "1:1 Use three braces: {{{status}}}"],
  ["{{{status}}}", "1:13 Use {{{status}}} only once."],
  ["<style>a{color:{{message}}}</style>", "1:16 Mustache tags are not allowed in <style>."],
  ["<{{message}}>", "1:2 Mustache tags are only allowed in text and attribute values."],
  ["<p {{message}}=1>", "1:4 Mustache tags are only allowed in text and attribute values."],
  ["<p>{{#message}}<b>{{/message}}</b>", "1:19 Section “message” must end in the element"],
  [`<p title="{{#message}}">{{/message}}`, "1:25 Section “message” must end in the element"],
  [`<a href="/{{message}}">x</a>`, "has to be", "address"],
  [`<p style="color:{{message}}">`, "1:1 Only numbers and sections are allowed in styles."],
  [`<p id="{{message}}">`, "1:1 Variables are not allowed in id"],
  ["<svg>{{{leaveForm}}}</svg>", "is only allowed where elements are."],
])("%s", (html, problem, kind = "") => {
  test("is refused with the place and the reason", () => {
    if (kind === "address") {
      expect(removedFrom(`${html}{{{status}}}`).join()).toContain("The address in href is removed");
      return;
    }
    const page = html === "{{{status}}}" ? "{{{status}}}{{{status}}}" : `${html}{{{status}}}`;
    expect(problemsIn(page).join("\n")).toContain(problem);
  });
});

test("the status has a place that is always shown", () => {
  const problem = "1:1 Add {{{status}}} outside of sections.";
  for (const html of [
    "<h1>Please wait</h1>",
    "{{#message}}{{{status}}}{{/message}}",
    "<noscript>{{{status}}}</noscript>",
    "<!-- {{{status}}} -->",
    "<iframe>{{{status}}}</iframe>",
  ]) {
    expect([html, problemsIn(html)]).toEqual([html, expect.arrayContaining([problem])]);
  }
});

test("a template of more than 1 MB is refused", () => {
  expect(problemsIn(`{{{status}}}${"ä".repeat(500_000)}`)).toEqual([
    "1:1 Templates are limited to 1 MB.",
  ]);
  expect(problemsIn(`{{{status}}}${"ä".repeat(499_990)}`)).toEqual([]);
});

test("what would take long to read is refused: many elements, attributes, tags, deep ones", () => {
  const formatting = Array.from({ length: 9_000 }, (_, index) => `<b x=${index}></p><p>`).join("");
  const attributes = `<a ${Array.from({ length: 90_000 }, (_, index) => `a${index}`).join(" ")}>`;
  for (const html of [
    formatting,
    attributes,
    "<div>".repeat(150_000),
    "<p>".repeat(200_000),
    "{{message}}".repeat(80_000),
    "{{#message}}".repeat(80_000),
    "{".repeat(900_000),
    `${"{{#message}}".repeat(30)}${"{{/message}}".repeat(30)}`,
  ]) {
    expect(problemsIn(`${html}{{{status}}}`).length).toBeGreaterThan(0);
  }
});

test("what is removed is told, and the page goes on without it", () => {
  const html = `<script>a()</script><p onclick="a()">x</p><a href="javascript:a()">y</a><meta http-equiv="refresh" content="0"><base href="https://evil.example/"><form action="https://evil.example/"><p>text</p></form><iframe src="https://evil.example/"></iframe><link rel="prefetch" href="https://evil.example/">{{{status}}}`;
  expect(removedFrom(html)).toEqual([
    "Scripts are removed: only our own runs on this page.",
    "onclick is removed: only our own script runs on this page.",
    "The address in href is removed: only https addresses may stand here.",
    "<meta> with refresh is removed: the page loads again by itself.",
    "<base> is removed: it would change where our own addresses lead.",
    "Forms are removed: only our own may send something from this page.",
    "Frames are removed.",
    "This <link> is removed: only style sheets and icons may be loaded.",
  ]);
  const page = render(html);
  expect(whatRuns(page)).toEqual([]);
  expect(page).toContain("<p>text</p>");
});

test("braces that are written as entities make no tag", () => {
  const page = render(
    "<p>&#123;&#123;&#123;message}}} &lbrace;{{number}}&rbrace; {&#123;message}}</p>{{{status}}}",
    "<b>",
  );
  expect(page).not.toContain("<b>");
  expect(page).toContain("&#123;&#123;&#123;message&#125;&#125;&#125;");
});

test("ids and attributes of our part of the page stay ours", () => {
  const html = `<html id="stanchion"><body data-screen="turn"><b id="number" id="x">1</b><b id=" headline ">1</b><b id="mine">1</b>{{{status}}}`;
  const attributes = elementsOf(render(html)).flatMap(({ attrs }) =>
    attrs.map(({ value }) => value),
  );
  expect(attributes).toEqual(["mine"]);
});

test("the origins that it loads from are named", () => {
  const { origins } = compileTemplate(
    `<style>@import "https://css.example/a.css"; a{background:url(https://img.example/b.png)}</style><img src="https://cdn.example:8443/x.png"><p style="background:url('https://img.example/c')"><a href="https://shop.example/">x</a>{{{status}}}`,
  );
  expect(origins).toEqual([
    "https://cdn.example:8443",
    "https://css.example",
    "https://img.example",
  ]);
});

test("whatever somebody writes, nothing in the page runs, sends or loads by itself", () => {
  const pieces = fc.constantFrom(
    ..."< > </ /> <! --> ' \" = & ; { } {{ }} {{{ }}} # ^ / ! x".split(" "),
    ..."<script> </script> <style> </style> <svg> </svg> <math> <title> </title> <table> <tr> <td>".split(
      " ",
    ),
    ..."</table> <p> </p> <b> </b> <a> </a> <select> <template> <noscript> </noscript> <form>".split(
      " ",
    ),
    ..."<textarea> <plaintext> <desc> <mtext> <mglyph> <foreignObject> <annotation-xml> <!-- <![CDATA[ ]]>".split(
      " ",
    ),
    "{{message}}",
    "{{{status}}}",
    "{{#message}}",
    "{{/message}}",
    "{{^isFIFOQueue}}",
    "{{/isFIFOQueue}}",
    "{{waitTime}}",
    "&lt;script&gt;",
    "&#123;",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)" title="{{message}}">',
    ' title="',
    ' style="width:{{waitTime}}px"',
    "\0",
    "\r",
    "\n",
    "<html ",
    "<body ",
    "<head>",
    "</head>",
    "</body>",
  );
  let compiled = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
      const html = `${parts.join("")}<p>{{{status}}}</p>`;
      if (compileTemplate(html).template === null) return;
      compiled += 1;
      const page = render(html);
      expect(whatRuns(page)).toEqual([]);
      expect(page.split("OUR STATUS")).toHaveLength(2);
    }),
    { numRuns: 1_000 },
  );
  expect(compiled).toBeGreaterThan(30);
});
