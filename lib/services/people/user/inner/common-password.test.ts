import { expect, test } from "vitest";
import { requireUncommon } from "../password";
import { isCommonPassword } from "./common-password";

test.each([
  "leavemealone",
  "LeaveMeAlone",
  "qwerty123456",
  "sonyericsson1!",
  "!!sonyericsson2026",
  "trustno1trustno1",
  "q1w2e3r4t5y6..",
])("%s is one of the passwords that are tried first", async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
  await expect(requireUncommon(password, [])).rejects.toMatchObject({
    code: "invalid",
    fields: { password: expect.any(String) },
  });
});

test.each([
  "correct horse battery",
  "kvetch obelisk ladder",
  "quartz-meadow-tunnel",
  "中文密码足够长了吧哈哈哈",
])("%s is none of them", async (password) => expect(await isCommonPassword(password)).toBe(false));
