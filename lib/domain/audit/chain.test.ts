import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { readAnchors, writeAnchor } from "./chain";

const anchor = {
  customer: "demo",
  seq: 812,
  hash: `${"AB-_".repeat(10)}xyz`,
  at: "2026-11-23T10:00:00.000Z",
};
const other = { ...anchor, seq: 9 };
const line = writeAnchor(anchor);

test("an anchor that was written is read from the middle of any text, each once and in order", () => {
  const text = `so: ${line} end\n${writeAnchor(other)}\n`;
  expect(readAnchors(text)).toEqual([anchor, other]);
  expect(readAnchors("stanchion-audit/1 customer=demo seq=812")).toEqual([]);
});

describe("the file of a mail, as mail programs store it, has its anchor once", () => {
  test.each([
    ["quoted-printable", "Test Tickets", "unix"],
    ["quoted-printable", "Zoë Tickets", "windows"],
    ["base64", "東京チケット", "unix"],
    ["base64", "Test Tickets", "windows"],
  ] as const)("in %s, of %s, with the ends of lines of %s", async (encoding, name, newline) => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline });
    const text = `The log of ${name} has 812 links:\n\n${line}\n\nKeep this mail.`;
    const mail = { from: "a@example.com", to: "b@example.com", subject: name, text };
    const { message } = await transport.sendMail({
      ...{ ...mail, textEncoding: encoding },
      html: `<p>${name}</p>`,
    });
    const file = String(message);
    expect(file).toContain(`Content-Transfer-Encoding: ${encoding}`);
    expect(file).not.toContain(line);
    expect(readAnchors(file)).toEqual([anchor]);
  });
});
