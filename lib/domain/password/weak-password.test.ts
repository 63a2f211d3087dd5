import { expect, test } from "vitest";
import { isWeakPassword } from "./weak-password";

test.each([
  "1234567890",
  "123456789012",
  "1234567890123456",
  "0987654321098",
  "password1234",
  "Password2026!",
  "P@ssw0rd2026",
  "passwordpassword",
  "qwertyuiop123",
  "1qaz2wsx3edc",
  "1q2w3e4r5t6y",
  "asdfghjkl;'123",
  "aaaaaaaaaaaa",
  "abababababab",
  "abcdefghijkl",
  "iloveyou1234",
  "Welcome2025!!",
  "Summer2026!!",
  "letmein12345",
  "admin@12345678",
  "changeme!!!2026",
  "trustno1trustno1",
  "dragonmonkey12",
  "111111222222",
  "qwertzuiopasd",
])("%s is tried among the first", (password) => {
  expect(isWeakPassword(password)).toBe(true);
});

test.each([
  "correct horse battery",
  "a long enough passphrase 7",
  "another password",
  "m2GgZhs70kJVvGQ",
  "kvetch-obelisk-87",
  "dragon monkey shadow master",
  "täglich grüßt das Huhn",
  "ßpw9-hk2x-q0dn",
])("%s is not", (password) => {
  expect(isWeakPassword(password)).toBe(false);
});

test("what everybody knows of a person adds nothing", () => {
  const personal = ["Zoltana Krzywicka", "zoltana@harbourhall.example", "Harbour Hall"];
  expect(isWeakPassword("ZoltanaKrzywicka1")).toBe(false);
  expect(isWeakPassword("ZoltanaKrzywicka1", personal)).toBe(true);
  expect(isWeakPassword("harbourhall2026!", personal)).toBe(true);
  expect(isWeakPassword("kvetch-obelisk-87", personal)).toBe(false);
});
