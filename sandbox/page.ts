/** Pages of the sandbox: plain HTML, readable in both themes. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; }
button { font: inherit; display: block; width: 100%; text-align: left; padding: .6rem .8rem; margin: .4rem 0; border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 8px; background: transparent; color: inherit; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 2px solid #6366f1; outline-offset: 2px; }
small, time { opacity: .75; }
article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0; }
h2 { font-size: 1rem; margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0 0; }`;

/** A whole page; `body` is HTML already. `refreshSeconds` makes it look again by itself. */
export const formatPage = (title: string, body: string, refreshSeconds?: number) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${body}</main></body></html>`;
