/** What a kept answer of the API is bound to. */
export function apiAnswerContext({ apiKeyId, key }: { apiKeyId: string; key: string }): string {
  return `api-answer:${apiKeyId}/${key}`;
}
