import fc from "fast-check";
import { expect, test } from "vitest";
import { keepsakesOf, tokenOf } from "./keepsakes";

function memoryStore() {
  const values = new Map<string, string>();
  return {
    values,
    get: (key: string) => values.get(key) ?? null,
    set: (key: string, value: string) => void values.set(key, value),
  };
}

function tokens() {
  let count = 0;
  return () => {
    count += 1;
    return `token${count}`.padEnd(22, "x");
  };
}

test("a join id is stored before it is used, and repeated until it was answered", () => {
  const store = memoryStore();
  const keepsakes = keepsakesOf("demo:sale", store, tokens());
  const first = keepsakes.joinId();
  expect(first).toBe("token1xxxxxxxxxxxxxxxx");
  expect([...store.values.values()].join()).toContain(first);

  const afterReload = keepsakesOf("demo:sale", store, tokens());
  expect(afterReload.joinId()).toBe(first);

  afterReload.forgetJoin();
  expect(keepsakes.joinId()).not.toBe(first);
});

test("the page's own join id is the first, unless a join waits for its answer, and is used for one place", () => {
  const store = memoryStore();
  const offered = "offered".padEnd(22, "x");
  expect(keepsakesOf("demo:sale", store, tokens(), offered).joinId()).toBe(offered);
  const reloaded = keepsakesOf("demo:sale", store, tokens(), "another".padEnd(22, "x"));
  expect(reloaded.joinId()).toBe(offered);
  reloaded.forgetJoin();
  expect(reloaded.joinId()).toBe("token1xxxxxxxxxxxxxxxx");
});

test("a claim belongs to one number of one run, and is the same every time", () => {
  const store = memoryStore();
  const keepsakes = keepsakesOf("demo:sale", store, tokens());
  const claim = keepsakes.claim(1, 7);
  expect(keepsakes.claim(1, 7)).toBe(claim);
  expect(keepsakesOf("demo:sale", store, tokens()).claim(1, 7)).toBe(claim);
  expect(keepsakes.claim(2, 7)).not.toBe(claim);
  expect(keepsakes.claim(2, 8)).not.toBe(keepsakes.claim(2, 7));
});

test("events do not share anything", () => {
  const store = memoryStore();
  const token = tokens();
  const one = keepsakesOf("demo:sale", store, token);
  const other = keepsakesOf("demo:other", store, token);
  expect(one.claim(1, 7)).not.toBe(other.claim(1, 7));
  expect(one.joinId()).not.toBe(other.joinId());
});

test("the way that was done survives a reload, for the same number only", () => {
  const store = memoryStore();
  keepsakesOf("demo:sale", store, tokens()).keepWay(1, 7, { from: 40, best: 0.25 });
  const keepsakes = keepsakesOf("demo:sale", store, tokens());
  expect(keepsakes.way(1, 7)).toEqual({ from: 40, best: 0.25 });
  expect(keepsakes.way(1, 8)).toBeNull();
  expect(keepsakes.way(2, 7)).toBeNull();
});

test("a token is 22 characters of base64url and keeps all 16 bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const token = tokenOf(bytes);
      expect(token).toMatch(/^[\w-]{22}$/);
      expect(new Uint8Array(Buffer.from(token, "base64url"))).toEqual(bytes);
    }),
  );
});
