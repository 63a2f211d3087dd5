/** What visitors see who come while nobody knows yet whether they may. */
export const NOT_READY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="10">
<title>One moment, please</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { max-width: 32rem; padding: 2rem; }
</style>
<main>
<h1>One moment, please</h1>
<p>This page is not ready for visitors yet. It tries again by itself in a few seconds.</p>
</main>
</html>
`;
