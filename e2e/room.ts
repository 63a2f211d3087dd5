import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { openRoom as open, RoomCaptchas } from "./room-server";

export type Room = Awaited<ReturnType<typeof open>>;

/**
 * Opens a waiting room for the tests of one file; close it after the last one. It is bundled first, because the
 * browser tests' own loader does not read the files of the languages.
 */
export async function openRoom(captchas: RoomCaptchas | null = null): Promise<Room> {
  const outfile = resolve(`.build/browser-tests/room-${process.pid}.mjs`);
  await build({
    entryPoints: ["e2e/room-server.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    tsconfig: "tsconfig.json",
    logLevel: "error",
  });
  try {
    const server: { readonly openRoom: typeof open } = await import(pathToFileURL(outfile).href);
    return await server.openRoom(captchas);
  } finally {
    await rm(outfile);
  }
}
