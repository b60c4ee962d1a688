/** Visitors as they were when the feed was frozen; null while it is live. Forgotten when another person comes. */
import type { DniActivity } from '#contract/dni/entities.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

interface FrozenFeed {
  readonly companyId: number;
  readonly rows: readonly DniActivity[];
}

export const frozenFeed = createStore<FrozenFeed | null>(null);
registerStore('dniFrozenFeed', () => frozenFeed.set(null));
