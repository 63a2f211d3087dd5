import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "./environment";
import { ExpectedFailure } from "./expected-failure";
import { findProgram, installPackages, runProgram } from "./programs";

const PACKAGE = "libfaketime";
const LIBRARY = /\/faketime\/libfaketime\.so\.1$/;

async function findLibrary(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries.map((entry) => join(folder, entry)).find((path) => LIBRARY.test(path)) ?? null;
}

async function unpackLibrary(folder: string): Promise<string | null> {
  const apt = findProgram("apt-get");
  const dpkg = findProgram("dpkg");
  if (apt === null || dpkg === null) return null;
  await mkdir(folder, { recursive: true });
  if (runProgram(apt, ["download", PACKAGE], folder) === null) return null;
  const file = (await readdir(folder)).find((name) => name.endsWith(".deb"));
  if (file === undefined || runProgram(dpkg, ["-x", file, folder], folder) === null) return null;
  return findLibrary(folder);
}

/**
 * The environment in which a program reads a wall clock that is `seconds` off; how fast time passes stays as it
 * is. The library comes from Debian's packages, installed as root or else unpacked into `folder`. Throws one
 * sentence where it cannot be had.
 */
export async function shiftedClock(seconds: number, folder: string): Promise<Environment> {
  if (seconds === 0) return {};
  const library =
    (await findLibrary("/usr/lib")) ??
    (installPackages(PACKAGE) ? await findLibrary("/usr/lib") : null) ??
    (await findLibrary(folder)) ??
    (await unpackLibrary(folder));
  if (library === null) {
    throw new ExpectedFailure(`Install ${PACKAGE} (apt-get install ${PACKAGE}): it shifts clocks.`);
  }
  return {
    // The memory of Redis' own library asks for the time before this one is ready: it gets that of libc.
    LD_PRELOAD: `${library}:libc.so.6`,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
