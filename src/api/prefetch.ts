/**
 * Sends the first API requests before the app is initialized. Each answer is used once, by the call that would have asked, and none is kept for longer
 * than the start takes.
 */

import { registerStore } from '../store/sessionStores.ts';
import { startupPhases } from './startupPhases.ts';

const publicPath = '/api/user';
const userPaths = ['/api/me/companies', '/api/me/preferences', '/api/me/keymap', '/api/me/layouts'];
const ttlMs = 5_000;
/** Storage key of the calls of the last start: paths with the company they were made for. */
const storageKey = 'keyline.first';
const maxLearned = 4;

type EarlyRequest = readonly [path: string, companyId: string];

const earlyReplies = new Map<string, Promise<Response>>();
const formatKey = ([path, companyId]: EarlyRequest) => `${companyId} ${path}`;

function sendRequest(call: EarlyRequest): void {
  const [path, companyId] = call;
  const answer = window.fetch(path, { credentials: 'same-origin', ...(companyId === '' ? {} : { headers: { 'x-company-id': companyId } }) });
  answer.catch(() => undefined);
  earlyReplies.set(formatKey(call), answer);
}

const isEarlyRequest = (value: unknown): value is EarlyRequest => Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
function loadLearned(): EarlyRequest[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEarlyRequest).filter(([path]) => path.startsWith('/api/')) : [];
  } catch {
    return []; // storage is refused in some private windows
  }
}
function saveLearned(calls: readonly EarlyRequest[]): void {
  try {
    if (calls.length > 0) localStorage.setItem(storageKey, JSON.stringify(calls.slice(0, maxLearned)));
    else localStorage.removeItem(storageKey);
  } catch {
    // as above
  }
}

sendRequest([publicPath, '']);
// A browser without a session cookie has no user data to request.
if (document.cookie.includes('XSRF-TOKEN=')) for (const call of [...userPaths.map((path): EarlyRequest => [path, '']), ...loadLearned()]) sendRequest(call);
setTimeout(() => earlyReplies.clear(), ttlMs);

let learned: EarlyRequest[] | null = [];
void startupPhases.shown.done.then(() => {
  if (learned && learned.length > 0) saveLearned(learned);
  learned = null;
});

/** Somebody else may be here from now on. */
function clear(): void {
  earlyReplies.clear();
}

export const prefetch = {
  /** `fetch`, answered by what was asked already where there is such an answer. */
  fetch: (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const changes = (init?.method ?? 'GET') !== 'GET' || headers.has('x-xsrf-token');
    if (changes) clear();
    else if (typeof input === 'string') {
      const call: EarlyRequest = [input, headers.get('x-company-id') ?? ''];
      if (call[1] !== '') learned?.push(call);
      const found = earlyReplies.get(formatKey(call));
      earlyReplies.delete(formatKey(call));
      if (found) return found;
    }
    return window.fetch(input, init);
  },
  clear,
  /** Nobody is here any more: nothing is asked of their company at the next start. */
  leave: () => {
    clear();
    saveLearned([]);
  },
};
registerStore('early answers', prefetch.leave);
