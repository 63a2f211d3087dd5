/**
 * A page of a few words, in HTML, that needs nothing else.
 *
 * @param body - HTML, trusted as it is
 * @param head - HTML that its head has besides
 */
export function plainPage(title: string, body: string, head: string = ""): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 2rem; }
</style>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`;
}
