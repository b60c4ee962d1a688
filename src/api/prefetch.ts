/**
 * Sends the first API requests before the app is initialized. Each answer is used once, by the call that would have asked, and none is kept for longer
 * than the start takes.
 */

import { registerStore } from '../store/sessionStores.ts';
import { startupPhases } from './startupPhases.ts';

const anybody = '/api/user';
const somebody = ['/api/me/companies', '/api/me/preferences', '/api/me/keymap', '/api/me/layouts'];
const keptMs = 5_000;
/** Storage key of the calls of the last start: paths with the company they were made for. */
const learnt = 'keyline.first';
const learntMost = 4;

type Ask = readonly [path: string, companyId: string];

const asked = new Map<string, Promise<Response>>();
const keyOf = ([path, companyId]: Ask) => `${companyId} ${path}`;

function ask(call: Ask): void {
  const [path, companyId] = call;
  const answer = window.fetch(path, { credentials: 'same-origin', ...(companyId === '' ? {} : { headers: { 'x-company-id': companyId } }) });
  answer.catch(() => undefined);
  asked.set(keyOf(call), answer);
}

const isAsk = (value: unknown): value is Ask => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
function lastTime(): Ask[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(learnt) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isAsk).filter(([path]) => path.startsWith('/api/')) : [];
  } catch {
    return []; // storage is refused in some private windows
  }
}
function keep(calls: readonly Ask[]): void {
  try {
    if (calls.length > 0) localStorage.setItem(learnt, JSON.stringify(calls.slice(0, learntMost)));
    else localStorage.removeItem(learnt);
  } catch {
    // as above
  }
}

ask([anybody, '']);
// A browser without a session cookie has no user data to request.
if (document.cookie.includes('XSRF-TOKEN=')) for (const call of [...somebody.map((path): Ask => [path, '']), ...lastTime()]) ask(call);
setTimeout(() => asked.clear(), keptMs);

let learning: Ask[] | null = [];
void startupPhases.shown.over.then(() => {
  if (learning && learning.length > 0) keep(learning);
  learning = null;
});

/** Somebody else may be here from now on. */
function forget(): void {
  asked.clear();
}

export const prefetch = {
  /** `fetch`, answered by what was asked already where there is such an answer. */
  fetch: (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const changes = (init?.method ?? 'GET') !== 'GET' || headers.has('x-xsrf-token');
    if (changes) forget();
    else if (typeof input === 'string') {
      const call: Ask = [input, headers.get('x-company-id') ?? ''];
      if (call[1] !== '') learning?.push(call);
      const found = asked.get(keyOf(call));
      asked.delete(keyOf(call));
      if (found) return found;
    }
    return window.fetch(input, init);
  },
  forget,
  /** Nobody is here any more: nothing is asked of their company at the next start. */
  leave: () => {
    forget();
    keep([]);
  },
};
registerStore('early answers', prefetch.leave);
