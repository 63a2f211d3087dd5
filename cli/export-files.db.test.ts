import { execFile } from "node:child_process";
import { mkdir, readdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { createCustomerWithSale } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { installationSettings } from "@/test/stanchion-process";
import { buildServers, STANCHION_PROGRAM } from "@/tools/stack/build";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

let folder: string;
let customer: { readonly id: string; readonly wireId: string };
beforeAll(async () => {
  await buildServers();
  folder = await temporaryDirectory("stanchion-export-");
  ({ customer } = await createCustomerWithSale());
  const rows = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: newId("savedMessage"), customerId: customer.id, name: `Delay ${at}` },
    texts: { en: "Ten minutes more. ".repeat(100) },
  }));
  await db().savedMessage.createMany({ data: rows });
}, 300_000);
afterAll(disconnectDb);

/** The command in a process of its own, after `prepare` in its shell. */
function exportTo(file: string, prepare = ":", more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...installationSettings(testDatabaseUrl()),
    ...{ PATH: process.env["PATH"], NODE_ENV: "production" as const, ...more },
  };
  const args = ["admin", "customers", "export", customer.wireId, "--to", file];
  const line = ["-c", `${prepare}; exec "$@"`, "sh", process.execPath, STANCHION_PROGRAM];
  return new Promise<{ readonly exitCode: number; readonly told: string }>((resolve) => {
    execFile("sh", [...line, ...args], { env, cwd: folder }, (error, output, notes) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), told: `${output}${notes}` }),
    );
  });
}

const exportedAt = async () =>
  (await db().customer.findUniqueOrThrow({ where: { id: customer.id } })).exportedAt;

test("an export whose disk is full, early or at its last byte, leaves no file and counts for nothing", async () => {
  const whole = join(folder, "whole.ndjson");
  expect(await exportTo(whole)).toMatchObject({ exitCode: 0 });
  const { size } = await stat(whole);
  expect(size).toBeGreaterThan(300_000);
  const before = await exportedAt();
  const names = await readdir(folder);
  const file = join(folder, "full.ndjson");
  for (const blocks of [1, 300, Math.floor(size / 512)]) {
    const { exitCode, told } = await exportTo(file, `ulimit -f ${blocks}`);
    expect({ blocks, exitCode, told }).toEqual({
      ...{ blocks, exitCode: 1 },
      told: `${file} can't be written: EFBIG. Nothing was exported. Choose a file with more space. (precondition_failed)\n`,
    });
    expect(await readdir(folder)).toEqual(names);
    expect(await exportedAt()).toEqual(before);
  }
});

test("a service that keeps one folder exports to no other, by whatever way it is named", async () => {
  const kept = join(folder, "state");
  await mkdir(join(folder, "private", "state"), { recursive: true });
  await symlink(join("private", "state"), kept);
  await mkdir(join(folder, "private", "state-of-another"));
  const before = await exportedAt();
  const under = { STATE_DIRECTORY: kept };
  for (const lost of [
    join(folder, "lost.ndjson"),
    "lost.ndjson",
    join(kept, "..", "private", "lost.ndjson"),
    join(folder, "private", "state-of-another", "lost.ndjson"),
  ]) {
    const { exitCode, told } = await exportTo(lost, ":", under);
    expect({ lost, exitCode, told }).toMatchObject({
      ...{ lost, exitCode: 1, told: expect.stringContaining(`Choose a file in ${kept}.`) },
    });
  }
  expect(await exportedAt()).toEqual(before);
  for (const file of [join(kept, "one.ndjson"), join("private", "state", "two.ndjson")]) {
    const { exitCode, told } = await exportTo(file, ":", under);
    expect({ exitCode, told }).toMatchObject({ exitCode: 0, told: expect.stringContaining(file) });
  }
  expect((await stat(join(kept, "two.ndjson"))).size).toBeGreaterThan(1_000);
  expect(await exportedAt()).not.toEqual(before);
});
