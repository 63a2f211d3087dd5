import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { getThemeOfEvent } from "@/lib/services/event/manage/get-theme";
import { changeTheme } from "@/lib/services/event/theme/change";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { duplicateTheme } from "@/lib/services/event/theme/duplicate";
import { getTheme } from "@/lib/services/event/theme/get";
import { readThemeFile } from "@/lib/services/event/theme/get-asset";
import { listThemes } from "@/lib/services/event/theme/list";
import { readWebsite } from "@/lib/services/event/theme/read-website";
import { uploadAsset } from "@/lib/services/event/theme/upload-asset";
import { done } from "../answers/done";
import {
  listedThemeAnswer,
  themeAnswer,
  themeFileAnswer,
  themeFileContentAnswer,
  websiteLooksAnswer,
} from "../answers/theme";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Themes" } as const;
const THEME = { ...TAG, output: themeAnswer } as const;
const ONE = { themeId: "{theme}" };
const DARK = { ...PLAIN_THEME, appearance: "dark" };

/** A transparent dot as a PNG. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** How pages look, and the files for that. */
export const THEME_OPERATIONS: readonly Operation[] = [
  listing(listThemes, {
    ...{ ...TAG, id: "listThemes", method: "GET", path: "/themes" },
    summary: "List themes",
    of: listedThemeAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createTheme, {
    ...{ ...THEME, id: "createTheme", method: "POST", path: "/themes", status: 201 },
    summary: "Create a theme",
    description: "Events name it by its key.",
    example: { key: "night", name: "Night", settings: DARK },
  }),
  operation(getTheme, {
    ...{ ...THEME, id: "getTheme", method: "GET", path: "/themes/{themeId}" },
    summary: "Get a theme",
    example: ONE,
  }),
  operation(changeTheme, {
    ...{ ...THEME, id: "changeTheme", method: "PUT", path: "/themes/{themeId}" },
    ...{ summary: "Change a theme", revises: "getTheme" },
    description: "`seenVersion` is the version that you read.",
    example: { ...ONE, seenVersion: 1, name: "Spring", settings: DARK },
  }),
  operation(duplicateTheme, {
    ...{ ...THEME, id: "duplicateTheme", method: "POST", path: "/themes/{themeId}/duplicate" },
    ...{ summary: "Copy a theme", status: 201 },
    example: { ...ONE, key: "spring-copy", name: "Spring copy" },
  }),
  operation(deleteTheme, {
    ...{ ...TAG, id: "deleteTheme", method: "DELETE", path: "/themes/{themeId}" },
    ...{ summary: "Delete a theme", revises: "getTheme" },
    description: "Not while an event uses it.",
    output: done,
    example: ONE,
  }),
  operation(getThemeOfEvent, {
    ...{ ...TAG, id: "getEventTheme", method: "GET", path: "/events/{eventId}/theme" },
    summary: "Get the theme of an event",
    description: "Null where it has none.",
    output: themeAnswer.nullable(),
    example: { eventId: "springsale" },
  }),
  operation(uploadAsset, {
    ...{ ...TAG, id: "uploadThemeFile", method: "POST", path: "/theme-files", status: 201 },
    summary: "Upload a file for themes",
    description: "A picture, a font or a template in base64. Themes name it by its hash.",
    output: themeFileAnswer,
    example: { kind: "logo", base64: DOT },
  }),
  operation(readThemeFile, {
    ...{ ...TAG, id: "getThemeFile", method: "GET", path: "/theme-files/{hash}" },
    summary: "Get an uploaded file",
    description: "A picture or a font, in base64.",
    output: themeFileContentAnswer,
    example: { hash: "497790947d4666760ce38f3c00e852c7" },
  }),
  operation(readWebsite, {
    ...{ ...TAG, id: "readWebsite", method: "POST", path: "/website-looks" },
    summary: "Read colours and logos of a website",
    description: "Nothing is stored.",
    output: websiteLooksAnswer,
    example: { url: "https://www.example.com" },
  }),
];
