/** A file that is read while it is written: memory does not grow with it, and whoever asks for no more ends the reading. */
export type TextFile = {
  readonly fileName: string;
  readonly contentType: string;
  readonly pieces: AsyncGenerator<string>;
};

export const FILE_FORMATS = ["csv", "json"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const TYPES: Readonly<Record<FileFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
};

/** What a file of a format is served as. */
export const contentTypeOf = (format: FileFormat): string => TYPES[format];
