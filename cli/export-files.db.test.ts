import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
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
