import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, openAddressList } from "./address-list";
import { createListBuilder } from "./list-builder";

/** Few addresses, so that ranges overlap, touch and end where the address in question lies. */
const small = fc.integer({ min: 0, max: 40 });
const ends = fc
  .tuple(small, small)
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

const FAMILIES = [
  (last: number) => `203.0.113.${last}`,
  // Over the border of 32 bits.
  (last: number) =>
    last < 20
      ? `2001:db8::ffff:${(0xff_ec + last).toString(16)}`
      : `2001:db8::1:0:${(last - 20).toString(16)}`,
];

test.each(FAMILIES)("a list has an address exactly when one of its ranges has it", (write) => {
  fc.assert(
    fc.property(fc.array(ends, { maxLength: 12 }), (ranges) => {
      const builder = createListBuilder();
      for (const [first, last] of ranges) builder.addRange(`${write(first)}-${write(last)}`);
      const list = openAddressList(builder.build()?.bytes ?? new Uint8Array());
      if (list === null) throw new Error("What was built cannot be opened.");
      for (let at = 0; at <= 41; at += 1) {
        const isIn = ranges.some(([first, last]) => first <= at && at <= last);
        expect([at, contains(list, write(at))]).toEqual([at, isIn]);
      }
    }),
  );
});
