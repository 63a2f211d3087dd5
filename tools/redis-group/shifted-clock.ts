import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "../stack/environment";
import { installPackages, unpackPackages } from "../stack/programs";

const PACKAGE = "libfaketime";

/** Debian keeps it in a folder that is named after the kind of machine. */
async function findLibrary(root: string): Promise<string | null> {
  const folder = join(root, "usr/lib");
  const machines = await readdir(folder).catch(() => []);
  const paths = machines.map((machine) => join(folder, machine, "faketime/libfaketime.so.1"));
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * The environment in which a program reads a wall clock that is `seconds` off; how fast time passes stays as it
 * is. The library comes from Debian's packages, installed as root or else unpacked into `folder`. Throws one
 * sentence where it cannot be had.
 */
export async function shiftedClock(seconds: number, folder: string): Promise<Environment> {
  if (seconds === 0) return {};
  const library =
    (await findLibrary("/")) ??
    (installPackages(PACKAGE) ? await findLibrary("/") : null) ??
    (await findLibrary(folder)) ??
    (unpackPackages([PACKAGE], folder) ? await findLibrary(folder) : null);
  if (library === null)
    throw new ExpectedFailure(`Install ${PACKAGE} (apt-get install ${PACKAGE}): it shifts clocks.`);
  return {
    // The memory of Redis' own library asks for the time before this one is ready: it gets that of libc.
    LD_PRELOAD: `${library}:libc.so.6`,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
}
