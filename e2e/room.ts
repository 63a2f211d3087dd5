import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { openRoom as open, RoomCaptchas } from "./room-server";

export type Room = Awaited<ReturnType<typeof open>>;

type RoomServer = { readonly openRoom: typeof open };

/** It is bundled first, because the browser tests' own loader does not read the files of the languages. */
async function loadRoomServer(): Promise<RoomServer> {
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
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile);
  }
}

let roomServer: Promise<RoomServer> | undefined;

/** Opens a waiting room for the tests of one file; close it after the last one. */
export async function openRoom(captchas: RoomCaptchas | null = null): Promise<Room> {
  // One process runs tests of many files.
  roomServer ??= loadRoomServer();
  return (await roomServer).openRoom(captchas);
}
