import { describe, expect, test } from "vitest";
import { sayFaults } from "@/lib/domain/line-faults";
import { contains, openAddressList } from "./address-list";
import { createListBuilder, RANGES_MAX } from "./list-builder";
import { parseAddressList } from "./parse-address-list";

function listOf(text: string) {
  const parsed = parseAddressList(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const list = openAddressList(parsed.bytes);
  if (list === null) throw new Error("What was built cannot be opened.");
  return { ...parsed, has: (address: string) => contains(list, address) };
}

describe("a list", () => {
  test("has the first and the last address of a range, and neither neighbour", () => {
    const { has } = listOf(
      "192.0.2.64/26\n2001:db8:0:1::/64\n198.51.100.7\n203.0.113.4 - 203.0.113.9",
    );
    const cases: readonly (readonly [string, boolean])[] = [
      ["192.0.2.63", false],
      ["192.0.2.64", true],
      ["192.0.2.127", true],
      ["192.0.2.128", false],
      ["2001:db8:0:0:ffff:ffff:ffff:ffff", false],
      ["2001:db8:0:1::", true],
      ["2001:db8:0:1:ffff:ffff:ffff:ffff", true],
      ["2001:db8:0:2::", false],
      ["198.51.100.6", false],
      ["198.51.100.7", true],
      ["198.51.100.8", false],
      ["203.0.113.3", false],
      ["203.0.113.4", true],
      ["203.0.113.9", true],
      ["203.0.113.10", false],
    ];
    for (const [address, isIn] of cases) expect([address, has(address)]).toEqual([address, isIn]);
  });

  test("ignores text behind an entry, but not what looks like the end of a range", () => {
    const { has } = listOf("192.0.2.1 - office\n192.0.2.7 - 2nd floor");
    expect(["192.0.2.1", "192.0.2.7", "192.0.2.8"].map(has)).toEqual([true, true, false]);
    expect(parseAddressList("192.0.2.1 - 192.0.2.x")).toMatchObject({ ok: false });
  });

  test("has every address of a kind in a range of no bits, and none of the other kind", () => {
    const ipv4 = listOf("0.0.0.0/0");
    expect(["0.0.0.0", "255.255.255.255", "::1"].map(ipv4.has)).toEqual([true, true, false]);
    const ipv6 = listOf("::/0");
    const last = Array.from({ length: 8 }, () => "ffff").join(":");
    expect(["::", last, "192.0.2.1"].map(ipv6.has)).toEqual([true, true, false]);
  });

  test("takes an IPv4 address that is written as IPv6 for what it is", () => {
    const { has } = listOf("192.0.2.0/24\n::ffff:198.51.100.0/120");
    const mapped = ["::ffff:192.0.2.9", "::FFFF:c000:209", "198.51.100.255", "198.51.101.0"];
    expect(mapped.map(has)).toEqual([true, true, true, false]);
  });

  test("has nothing that is no address", () => {
    const { has } = listOf("0.0.0.0/0\n::/0");
    const none = [
      "",
      "unknown",
      "192.0.2",
      "192.0.2.256",
      "192.0.2.01",
      "1::2::3",
      "g::",
      ":1",
      "1:2",
    ];
    expect(none.filter(has)).toEqual([]);
    expect(has("fe80::1%eth0")).toBe(true);
  });

  test("is empty without lines", () => {
    const { has, entries, ranges } = listOf("\n  \n# nobody\n");
    expect({ entries, ranges, has: has("192.0.2.1") }).toEqual({
      entries: 0,
      ranges: 0,
      has: false,
    });
  });
});

describe("reading", () => {
  test("skips comments, empty lines and what stands behind an entry", () => {
    const text = [
      "# a list",
      "; of another kind",
      "// and another",
      "",
      "192.0.2.1 # one",
      "192.0.2.3;SBL1",
      "192.0.2.5\tde",
      "192.0.2.7,DE,some company",
      '"192.0.2.9","DE"\r',
    ].join("\n");
    const { entries, has } = listOf(text);
    expect(entries).toBe(5);
    expect([1, 3, 5, 7, 9].every((last) => has(`192.0.2.${last}`))).toBe(true);
    expect(has("192.0.2.2")).toBe(false);
  });

  test("skips the heading of a file with columns, and no other line that is wrong", () => {
    expect(listOf("network,country\n192.0.2.0/24,DE\n").entries).toBe(1);
    expect(parseAddressList("192.0.2.0/24,DE\nnetwork,country\n")).toMatchObject({ ok: false });
    expect(parseAddressList("shop.example\n")).toMatchObject({ ok: false });
  });

  test("makes one range of those that overlap, touch or lie within", () => {
    const { entries, ranges, has } = listOf(
      "10.0.1.0/24\n10.0.0.0/24\n10.0.0.128/25\n10.0.3.0/24\n255.255.255.255\n255.255.255.254\n2001:db8::/33\n2001:db8:8000::/33",
    );
    expect({ entries, ranges }).toEqual({ entries: 8, ranges: 4 });
    expect(["10.0.0.255", "10.0.1.0", "10.0.2.0", "10.0.3.0"].map(has)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  test.each([
    ["192.0.2.0/33", "from 0 to 32"],
    ["192.0.2.0/", "from 0 to 32"],
    ["192.0.2.0/-1", "Not an IP address"],
    ["192.0.2.1/24", "first address of the range"],
    ["2001:db8::1/64", "first address of the range"],
    ["2001:db8::/129", "from 0 to 128"],
    ["::ffff:192.0.2.0/95", "from 0 to 32"],
    ["192.0.2.9-192.0.2.1", "ends before"],
    ["192.0.2.9-2001:db8::1", "both IPv6"],
    ["shop.example", "Not an IP address"],
    ["<html>", "Not an IP address"],
    ["192.0.2.0/24/8", "from 0 to 32"],
  ])("refuses %s and says what is wrong with its line", (wrong, reason) => {
    const parsed = parseAddressList(`# ours\n192.0.2.1\n${wrong}\n192.0.2.2\n`);
    if (parsed.ok) throw new Error("It was taken.");
    expect(parsed.faults).toEqual([{ line: 3, reason: expect.stringContaining(reason) }]);
    expect(parsed.faults[0]?.reason).toContain(`“${wrong}”`);
  });

  test("names all wrong lines at once, and of very many the first and how many there are", () => {
    const two = parseAddressList("nowhere\n192.0.2.1\nnobody");
    if (two.ok) throw new Error("It was taken.");
    expect(sayFaults(two.faults)).toMatch(/^Line 1: “nowhere”: .*\nLine 3: “nobody”: [^\n]*$/);
    const parsed = parseAddressList("no address\n".repeat(1_000));
    if (parsed.ok) throw new Error("It was taken.");
    expect(parsed.faults).toHaveLength(200);
    expect(sayFaults(parsed.faults, parsed.faultCount)).toMatch(/800 more lines are not valid\.$/);
  });
});

describe("the bound", () => {
  test("holds a million entries and refuses one more", () => {
    const builder = createListBuilder();
    // Every other address, from the last to the first, so that none touch and all have to be sorted.
    for (let index = RANGES_MAX - 1; index >= 0; index -= 1) {
      const at = 2 * index;
      builder.addRange(`11.${(at >>> 16) & 255}.${(at >>> 8) & 255}.${at & 255}`);
    }
    const built = builder.build();
    expect(built?.ranges).toBe(RANGES_MAX);
    const list = openAddressList(built?.bytes ?? new Uint8Array());
    if (list === null) throw new Error("What was built cannot be opened.");
    expect(["11.0.0.0", "11.0.0.2", "11.0.0.1"].map((one) => contains(list, one))).toEqual([
      true,
      true,
      false,
    ]);
    builder.addRange("192.0.2.1");
    expect(builder.build()).toBeNull();
  }, 60_000);

  test("refuses what takes too many bytes", () => {
    const builder = createListBuilder();
    for (let index = 0; index < 530_000; index += 1) {
      const at = 2 * index;
      builder.addRange(`2001:db8::${(at >>> 16).toString(16)}:${(at & 0xff_ff).toString(16)}`);
    }
    expect(builder.build()).toBeNull();
  }, 60_000);
});

test("other bytes are no list", () => {
  const parsed = parseAddressList("192.0.2.1\n2001:db8::1");
  if (!parsed.ok) throw new Error(parsed.reason);
  const { bytes } = parsed;
  expect(openAddressList(bytes)).not.toBeNull();
  expect(openAddressList(bytes.slice(0, -1))).toBeNull();
  expect(openAddressList(Uint8Array.from([...bytes, 0]))).toBeNull();
  expect(openAddressList(new TextEncoder().encode("<!doctype html><p>gone</p>"))).toBeNull();
  expect(openAddressList(new Uint8Array())).toBeNull();
});
