import type { Guarantee } from "../mutation";

const ROOM = "test/waiting-room/themes.redis.test.ts";
const SERVICES = "lib/services/theme/theme.db.test.ts";

export const THEMES: Guarantee = {
  document: "docs/security.md",
  title: "Themes",
  rows: [
    {
      id: "themes-of-anybody",
      file: "lib/services/theme/find-theme.ts",
      holds: "one's own themes",
      broken: "those of anybody",
      edits: [
        { find: "{ id: themeId, customerId: context.customer.id }", replace: "{ id: themeId }" },
      ],
      tests: [
        {
          file: SERVICES,
          name: "themes › another customer's theme is not found and cannot be worn",
        },
      ],
    },
    {
      id: "files-of-anybody",
      file: "lib/services/theme/take-assets.ts",
      holds: "a theme names one's own files, of the kind that its place needs",
      broken: "those of anybody",
      edits: [
        {
          find: "where: { customerId: context.customer.id, hash, kind }",
          replace: "where: { hash }",
        },
      ],
      tests: [
        {
          file: SERVICES,
          name: "uploaded files › another customer's file, a file of another kind and one that is gone cannot be used",
        },
      ],
    },
    {
      id: "theme-on-others",
      file: "waiting-room/visit/wear-theme.ts",
      holds: "a page wears a theme of its own customer",
      broken: "of whichever customer the address names",
      edits: [
        {
          find: "theme !== null && theme.customerId === settings?.customerId ? theme : null",
          replace: "settings === null ? null : theme",
        },
      ],
      tests: [
        {
          file: ROOM,
          name: "the theme of a page › of another customer is never worn, whatever an address names",
        },
      ],
    },
    {
      id: "file-that-is-gone",
      file: "waiting-room/visit/theme-memory.ts",
      holds: "a file is served while the customer has it",
      broken: "as long as it is in memory",
      edits: [{ find: "!customer?.themes.assets.includes(hash)", replace: "customer === null" }],
      tests: [
        {
          file: ROOM,
          name: "a file of a theme › is not served any more when the customer does not have it",
        },
      ],
    },
    {
      id: "template-as-file",
      file: "waiting-room/routes/assets.ts",
      holds: "what is no picture and no font is never served as a file",
      broken: "as HTML",
      edits: [
        { find: "if (!asset?.contentType)", replace: "if (asset === null)" },
        { find: "uploadedHeaders(asset.contentType)", replace: 'uploadedHeaders("text/html")' },
      ],
      tests: [
        {
          file: ROOM,
          name: "a file of a theme › is nothing under another customer, and a template is no file",
        },
      ],
    },
    {
      id: "font-that-grows",
      file: "lib/services/theme/read-asset.ts",
      holds: "a font unpacks to what it says",
      broken: "to anything",
      edits: [{ find: "if (tables?.length !== plain)", replace: "if (tables === undefined)" }],
      tests: [{ file: SERVICES, name: "uploaded files › a font is read to its end" }],
    },
  ],
};
