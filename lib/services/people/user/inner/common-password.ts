let list: Promise<ReadonlySet<string>> | undefined;

/** The 49,233 passwords that stolen lists have most; read when somebody first chooses a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return list;
}

/**
 * True for a password of the list, in whatever case: also with digits and signs before or behind it, and
 * written twice, as people lengthen a password that was too short.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = password.normalize("NFKC").toLowerCase();
  const common = await commonPasswords();
  const half = text.slice(0, text.length / 2);
  const bare = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const withDigits = text.replaceAll(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, "");
  const forms = [text, bare, withDigits, ...(half + half === text ? [half] : [])];
  return forms.some((form) => common.has(form));
}
