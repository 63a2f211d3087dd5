import { expect, test } from "vitest";
import { missingPackages, thisMachine } from "./missing-packages";

const LOCK = {
  "node_modules/compiler": {
    optionalDependencies: {
      "@compiler/darwin-arm64": "1.0.0",
      "@compiler/linux-x64": "1.0.0",
      "@compiler/linux-x64-musl": "1.0.0",
      "@compiler/win32-x64-msvc": "1.0.0",
    },
  },
  "node_modules/runtime": {
    optionalDependencies: { "@runtime/windows-64": "2.0.0", "@runtime/linux-64": "2.0.0" },
  },
  "node_modules/nothing-native": { optionalDependencies: { "colour-words": "3.0.0" } },
  "node_modules/plain": {},
};
const MAC = { platform: "darwin", arch: "arm64", libc: "glibc" } as const;
const WINDOWS = { platform: "win32", arch: "x64", libc: "glibc" } as const;
const LINUX = { platform: "linux", arch: "x64", libc: "glibc" } as const;

test.each([
  [MAC, ["@compiler/darwin-arm64@1.0.0"]],
  [WINDOWS, ["@compiler/win32-x64-msvc@1.0.0", "@runtime/windows-64@2.0.0"]],
  [LINUX, ["@compiler/linux-x64@1.0.0", "@runtime/linux-64@2.0.0"]],
  [{ ...LINUX, libc: "musl" } as const, ["@compiler/linux-x64-musl@1.0.0"]],
  [{ ...LINUX, arch: "arm64" }, []],
])("%o gets what is made for it and is not there", (machine, missing) => {
  expect(missingPackages(LOCK, machine, () => false)).toEqual(missing);
  expect(missingPackages(LOCK, machine, () => true)).toEqual([]);
});

test("this machine is one of those that Node knows", () => {
  expect(thisMachine()).toMatchObject({ platform: process.platform, arch: process.arch });
});
