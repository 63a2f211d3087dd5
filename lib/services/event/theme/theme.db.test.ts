import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { makeFont, makePng } from "@/test/theme-files";
import { changeTheme } from "./change";
import { createTheme } from "./create";
import { deleteTheme } from "./delete";
import { duplicateTheme } from "./duplicate";
import { getTheme } from "./get";
import { CUSTOMER_BYTES_MAX, THEMES_MAX } from "./inner/theme-limits";
import { listThemes } from "./list";
import { uploadAsset } from "./upload-asset";

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(disconnectDb);

const make = (by = context, key = "spring") =>
  createTheme(by, { key, name: "Spring", settings: PLAIN_THEME });
const uploadLogo = (by = context, side = 4) =>
  uploadAsset(by, { kind: "logo", base64: makePng(side, side).toString("base64") });
const withLogo = (hash: string) => ({ ...PLAIN_THEME, logo: { light: hash, dark: null } });

describe("themes", () => {
  test("one is made, changed, copied and deleted, and each is told and audited", async () => {
    const made = await make();
    expect(await getTheme(context, { themeId: made.id })).toEqual(made);
    const settings = { ...PLAIN_THEME, appearance: "dark" as const };
    const changed = await changeTheme(context, {
      themeId: made.id,
      seenVersion: made.version,
      name: "Spring 2",
      settings,
    });
    expect(changed).toMatchObject({ key: "spring", version: 2, settings });
    const copy = await duplicateTheme(context, { themeId: made.id, key: "copy", name: "Copy" });
    expect(copy.settings).toEqual(settings);
    expect((await listThemes(context)).map(({ name }) => name)).toEqual(["Copy", "Spring 2"]);
    await deleteTheme(context, { themeId: made.id });
    expect((await listThemes(context)).map(({ key }) => key)).toEqual(["copy"]);
    expect((await auditSentences(context)).slice(-4)).toEqual([
      "Ana created the theme Spring",
      "Ana changed the theme Spring 2",
      "Ana created the theme Copy as a copy of Spring 2",
      "Ana deleted the theme Spring 2",
    ]);
    const told = (await outboxOf(context)).slice(-4);
    expect(told).toEqual(Array.from({ length: 4 }, () => `customer ${context.customer.id}`));
  });

  test("a change of somebody who saw an older version is a conflict and changes nothing", async () => {
    const { id: themeId } = await make();
    const change = (name: string) =>
      changeTheme(context, { themeId, seenVersion: 1, name, settings: PLAIN_THEME });
    await change("First");
    await expectRefused([change("Second")], "conflict");
    expect(await getTheme(context, { themeId })).toMatchObject({ name: "First", version: 2 });
  });

  test("of two changes at the same moment one is a conflict", async () => {
    const { id: themeId } = await make();
    const changes = ["One", "Other"].map((name) =>
      changeTheme(context, { themeId, seenVersion: 1, name, settings: PLAIN_THEME }),
    );
    const results = await Promise.allSettled(changes);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("each change gets a revision that was never there before", async () => {
    const revision = async () =>
      (await db().theme.findFirstOrThrow({ where: { customerId: context.customer.id } })).revision;
    const { id: themeId } = await make();
    const first = await revision();
    await changeTheme(context, { themeId, seenVersion: 1, name: "S", settings: PLAIN_THEME });
    const second = await revision();
    await deleteTheme(context, { themeId });
    await make();
    expect(new Set([first, second, await revision()]).size).toBe(3);
  });

  test("a key is taken once by each customer", async () => {
    await make();
    await expectRefused([make()], "conflict");
    const other = await createCustomerWithSale();
    expect((await make(other)).key).toBe("spring");
  });

  test("another customer's theme is not found and cannot be worn", async () => {
    const { id: themeId } = await make();
    const other = await createCustomerWithSale();
    await expectRefused(
      [
        getTheme(other, { themeId }),
        changeTheme(other, { themeId, seenVersion: 1, name: "X", settings: PLAIN_THEME }),
        duplicateTheme(other, { themeId, key: "mine", name: "Mine" }),
        deleteTheme(other, { themeId }),
      ],
      "not_found",
    );
    await expectRefused([updateEvent(other, { eventId: "sale", theme: "spring" })], "invalid");
    expect(await listThemes(other)).toEqual([]);
  });

  test("viewers see themes and change none", async () => {
    const { id: themeId } = await make();
    const viewer = await addTestMember(context, "viewer", "Vi");
    expect(await getTheme(viewer, { themeId })).toMatchObject({ key: "spring" });
    await expectRefused([make(viewer, "v"), uploadLogo(viewer)], "forbidden");
  });

  test("nothing is stored when that cannot be audited", async () => {
    const broken = withBrokenAudit(context);
    await expect(make(broken)).rejects.toThrow();
    await expect(uploadLogo(broken)).rejects.toThrow();
    expect(await db().theme.count({ where: { customerId: context.customer.id } })).toBe(0);
    expect(await db().themeAsset.count({ where: { customerId: context.customer.id } })).toBe(0);
  });

  test("there is an end to how many", async () => {
    const { id: _id, ...like } = await db().theme.findFirstOrThrow({
      where: { id: (await make()).id },
    });
    await db().theme.createMany({
      data: Array.from({ length: THEMES_MAX - 1 }, (_, index) => ({
        ...like,
        settings: {},
        id: `thm_${context.customer.id}_${index}`,
        key: `k${index}`,
      })),
    });
    await expectRefused([make(context, "one-more")], "limit_exceeded");
  });

  test("colours that nobody can read are refused with the field", async () => {
    const light = { page: null, card: null, text: "#cccccc" };
    const settings = { ...PLAIN_THEME, colours: { ...PLAIN_THEME.colours, light } };
    const refused = createTheme(context, { key: "faint", name: "Faint", settings });
    await expect(refused).rejects.toMatchObject({
      issues: [{ path: ["settings", "colours", "light", "text"] }],
    });
  });
});

describe("an event wears a theme", () => {
  test("that it names, and nobody can delete it meanwhile", async () => {
    const { id: themeId } = await make();
    await updateEvent(context, { eventId: "sale", theme: "spring" });
    expect(await getEvent(context, { eventId: "sale" })).toMatchObject({ theme: "spring" });
    expect(await listThemes(context)).toMatchObject([{ usedBy: ["sale"] }]);
    await expectRefused([deleteTheme(context, { themeId })], "precondition_failed");
    await updateEvent(context, { eventId: "sale", theme: null });
    await deleteTheme(context, { themeId });
  });

  test("also when one chooses it while another deletes it", async () => {
    const { id: themeId } = await make();
    const results = await Promise.allSettled([
      createEvent(context, {
        eventId: "other",
        name: "Other",
        kind: "always-on",
        targetUrl: "https://shop.example",
        theme: "spring",
      }),
      deleteTheme(context, { themeId }),
    ]);
    const [wears, deleted] = results.map(({ status }) => status === "fulfilled");
    expect(wears).toBe(!deleted);
  });
});

describe("uploaded files", () => {
  test("a theme takes one into use, and one that is left goes unused", async () => {
    const first = await uploadLogo();
    expect(first).toMatchObject({ contentType: "image/png", width: 4, height: 4 });
    const made = await createTheme(context, {
      key: "k",
      name: "K",
      settings: withLogo(first.hash),
    });
    const second = await uploadLogo(context, 5);
    await changeTheme(context, {
      themeId: made.id,
      seenVersion: 1,
      name: "K",
      settings: withLogo(second.hash),
    });
    const unused = await db().themeAsset.findMany({
      where: { customerId: context.customer.id, unusedSince: { not: null } },
    });
    expect(unused.map(({ hash }) => hash)).toEqual([first.hash]);
  });

  test("another customer's file, a file of another kind and one that is gone cannot be used", async () => {
    const { hash } = await uploadLogo();
    const other = await createCustomerWithSale();
    const background = { image: hash, position: "center" as const };
    await expectRefused(
      [
        createTheme(other, { key: "a", name: "A", settings: withLogo(hash) }),
        createTheme(context, { key: "b", name: "B", settings: { ...PLAIN_THEME, background } }),
        createTheme(context, { key: "c", name: "C", settings: withLogo("0".repeat(32)) }),
      ],
      "invalid",
    );
    expect(await listThemes(other)).toEqual([]);
  });

  test("a font is read to its end", async () => {
    const upload = (font: Buffer) =>
      uploadAsset(context, { kind: "font", base64: font.toString("base64") });
    expect(await upload(makeFont())).toMatchObject({ contentType: "font/woff2" });
    const withAxes = makeFont(["cmap", "head", "hhea", "hmtx", "maxp", "CFF", "fvar"]);
    expect(await upload(withAxes)).toMatchObject({ isVariable: true });
    const broken = makeFont();
    broken.fill(0xff, broken.length - 6);
    await expectRefused(
      [upload(makeFont(undefined, 5)), upload(broken), upload(makePng(2, 2))],
      "invalid",
    );
  });

  test("what is not what it should be changes no page", async () => {
    const made = await make();
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const attempts = [page, makePng(9, 9).subarray(0, -4), makeFont()].map((bytes) =>
      uploadAsset(context, { kind: "logo", base64: bytes.toString("base64") }),
    );
    await expectRefused(attempts, "invalid");
    expect(await getTheme(context, { themeId: made.id })).toEqual(made);
    expect(await db().themeAsset.count({ where: { customerId: context.customer.id } })).toBe(0);
  });

  test("there is an end to the bytes, and files that nobody uses make room", async () => {
    const where = { customerId: context.customer.id };
    const used = await uploadLogo();
    await createTheme(context, { key: "k", name: "K", settings: withLogo(used.hash) });
    const unused = await uploadLogo(context, 5);
    await db().themeAsset.updateMany({
      where: { ...where, hash: unused.hash },
      data: { size: CUSTOMER_BYTES_MAX - used.size },
    });
    const third = await uploadLogo(context, 6);
    const left = await db().themeAsset.findMany({ where, select: { hash: true } });
    expect(left.map(({ hash }) => hash).sort()).toEqual([used.hash, third.hash].sort());
    await db().themeAsset.updateMany({
      where,
      data: { size: CUSTOMER_BYTES_MAX, unusedSince: null },
    });
    await expectRefused([uploadLogo(context, 7)], "limit_exceeded");
  });
});
