import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import {
  englishOf,
  isQuoted,
  MESSAGES,
  type MessageCode,
  messageOf,
} from "@/waiting-room/http/messages";
import { renderMessagePage } from "./message-page";

const codes = Object.keys(MESSAGES).filter((code): code is MessageCode => code in MESSAGES);
const ENGLISH = { language: "en", texts: textsIn("en") } as const;
const BRAND = { name: "Northwind", colour: "#2563eb", logoUrl: null };

describe.each(codes)("%s", (code) => {
  const html = renderMessagePage({
    ...ENGLISH,
    code,
    brand: BRAND,
    eventName: "Sale",
    action: null,
  });

  test("says what it is, and of what is a fault its code in small print", () => {
    expect(html.includes(`<code>${code}</code>`)).toBe(isQuoted(code));
    expect(html).toContain(`<title>${englishOf(code).headline} · Sale</title>`);
    expect(html).not.toContain("<script");
  });
});

test("a code is quoted of faults, and of what those who run a site meet", () => {
  const codes = ["pass-refused", "connector-hash", "left", "cancelled"] as const;
  expect(codes.map(isQuoted)).toEqual([true, true, false, false]);
});

test("visitors are not told what the people who run the site should check", () => {
  const page = { code: "pass-refused", brand: BRAND, eventName: "Sale", action: null } as const;
  const { operator = "" } = messageOf(page.code);
  expect(operator).not.toBe("");
  expect(renderMessagePage({ ...ENGLISH, ...page })).not.toContain(operator.slice(0, 40));
});

test("an action that is no web address is left out", () => {
  const action = { kind: "link", label: "Go", href: "javascript:alert(1)" } as const;
  const html = renderMessagePage({
    ...ENGLISH,
    code: "join-again",
    brand: null,
    eventName: null,
    action,
  });
  expect(html).not.toContain("javascript");
  expect(html).not.toContain("<a ");
});

test("a form posts to this host only", () => {
  const fields = { link: `a"b` };
  const form = { kind: "post", label: "Go in", path: "/staff/demo/sale", fields } as const;
  const page = { code: "staff-link", brand: BRAND, eventName: null } as const;
  expect(renderMessagePage({ ...ENGLISH, ...page, action: form })).toContain(
    'method="post" action="/staff/demo/sale"><input type="hidden" name="link" value="a&quot;b">',
  );
  const away = { ...form, path: "https://elsewhere.example/" };
  expect(renderMessagePage({ ...ENGLISH, ...page, action: away })).not.toContain("<form");
});

test("hostile names stay text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const html = renderMessagePage({
        ...ENGLISH,
        code: "ended",
        brand: { ...BRAND, name: `<b onclick=1>${text}` },
        eventName: `"><script>${text}`,
        action: { kind: "link", label: `<i>${text}`, href: "/x" },
        reference: `<u>${text}`,
      });
      expect(html).not.toMatch(/<(b onclick|script|i>|u>)/);
    }),
  );
});
