/** Applies changes from the channel to the list of contacts and their cards. */

import type { ChangeKind } from '#contract/changes.ts';
import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../../api/app.ts';
import { debouncePerCompany } from '../../api/cacheInvalidation.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import { keys } from '../../api/queries.ts';
import { findRecipient, refreshContactLinks } from '../../shared/crossAreaCache.ts';
import { dropContacts, isCached, putContact, refetchLists } from './cache.ts';

/** More contacts than this in one lot are fetched as lists. */
const maxSingleFetches = 12;

const listChangedIds = (changes: readonly Change[], kind: ChangeKind) => [
  ...new Set(changes.flatMap((change) => (isOfKind(change, [kind]) && change.id !== undefined ? [change.id] : []))),
];

async function refetchContacts(app: App, companyId: number, updated: readonly number[]): Promise<void> {
  const known = updated.filter((id) => isCached(app.queries, companyId, id));
  if (known.length > maxSingleFetches) return app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'contacts') });
  const fetched = await Promise.allSettled(known.map((id) => app.api.call('contacts.get', { companyId, params: { id } })));
  if (app.get().companyId !== companyId) return;
  for (const answer of fetched) if (answer.status === 'fulfilled') putContact(app.queries, companyId, answer.value);
  if (known.length < updated.length) await refetchLists(app.queries, companyId);
}

/** Milliseconds: lists and threads come first, and a burst is fetched once it pauses. */
const historyPause = { waitMs: 1_000, maxWaitMs: 4_000 } as const;

/** Cards show what happened with a number: those whose number a change may touch are fetched again, a moment later. */
function createHistories(app: App) {
  const touched = new Map<number, Set<number>>();
  const refresh = debouncePerCompany((companyId) => {
    const numbers = [...(touched.get(companyId) ?? [])].map((id) => findRecipient(app.queries, companyId, id));
    touched.delete(companyId);
    void app.queries.invalidateQueries({
      queryKey: keys.of(companyId, 'contacts', 'history'),
      predicate: (query) => numbers.some((number) => number === null || number === query.queryKey.at(-1)),
    });
  }, historyPause);
  return (companyId: number, changes: readonly Change[]) => {
    const ids = changes.flatMap(({ conversationId }) => (conversationId === undefined ? [] : [conversationId]));
    if (ids.length === 0) return;
    touched.set(companyId, new Set([...(touched.get(companyId) ?? []), ...ids]));
    refresh(companyId);
  };
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToContacts(app: App): () => void {
  const refreshHistories = createHistories(app);
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    const ours = changes.filter((change) => change.companyId === companyId);
    if (companyId === null || ours.length === 0) return;
    const deleted = listChangedIds(ours, 'contact-deleted');
    const updated = listChangedIds(ours, 'contact-updated').filter((id) => !deleted.includes(id));
    if (deleted.length > 0) dropContacts(app.queries, companyId, deleted);
    if (updated.length > 0) void refetchContacts(app, companyId, updated).catch(() => refetchLists(app.queries, companyId));
    for (const id of [...deleted, ...updated].slice(0, maxSingleFetches)) void refreshContactLinks(app.queries, companyId, { id, numbers: [] });
    if (ours.some((change) => isOfKind(change, ['note-updated']))) void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'contacts', 'notes') });
    refreshHistories(companyId, ours);
  });
}
