/** Views of each company's inbox; kept while the window is open, so that a pane that was closed comes back as it was. */
import type { InboxFilter } from '#commands/conversations/types.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createSignal } from '../../store/store.ts';
import { type InboxView, openInbox } from './data.ts';

const views = new Map<number, InboxView>();
const changed = createSignal();

const set = (companyId: number | null, view: InboxView) => {
  if (companyId === null) return;
  views.set(companyId, view);
  changed.tell();
};

export const inboxViews = {
  of: (companyId: number | null): InboxView => (companyId === null ? openInbox : (views.get(companyId) ?? openInbox)),
  set,
  /** Changes some criteria; undefined takes one away. */
  change: (companyId: number | null, changes: { [K in keyof InboxFilter]?: InboxFilter[K] | undefined }) => {
    const view = inboxViews.of(companyId);
    const filter = Object.fromEntries(Object.entries({ ...view.filter, ...changes }).filter(([, value]) => value !== undefined));
    set(companyId, { ...view, filter });
  },
  subscribe: changed.subscribe,
};
registerStore('view: inbox', () => {
  views.clear();
  changed.tell();
});
