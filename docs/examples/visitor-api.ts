/** In an app this is a copy of the file: the client next to it stands as `docs/apps.md` shows it. */
export type * from "../../lib/domain/visitor-api/visitor-api";
