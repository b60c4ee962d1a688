/**
 * What is certain to be asked first is asked while the app is still being put together, so that the first screen waits for one round trip
 * instead of a chain. Each answer is used once, by the call that would have asked, and none is kept for longer than the start takes.
 */

const anybody = ['/api/client-config', '/api/user'];
const somebody = ['/api/me/companies', '/api/me/preferences', '/api/me/keymap', '/api/me/layouts'];
const keptMs = 5_000;

const asked = new Map<string, Promise<Response>>();

/** Who has never been here has nothing of their own to ask for. */
const wasHere = () => document.cookie.includes('XSRF-TOKEN=');
for (const path of [...anybody, ...(wasHere() ? somebody : [])]) {
  const answer = window.fetch(path, { credentials: 'same-origin' });
  answer.catch(() => undefined);
  asked.set(path, answer);
}
setTimeout(() => asked.clear(), keptMs);

export const early = {
  /** `fetch`, answered by what was asked already where there is such an answer. */
  fetch: (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const method = init?.method ?? 'GET';
    const path = typeof input === 'string' && method === 'GET' ? input : '';
    const found = asked.get(path);
    asked.delete(path);
    if (found) return found;
    // Whatever else is asked may change who is here: what was asked before it holds no longer.
    asked.clear();
    return window.fetch(input, init);
  },
  /** Somebody else may be here from now on. */
  forget: () => asked.clear(),
};
