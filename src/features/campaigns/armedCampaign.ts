/** The campaign that is held back and can still be stopped, for the bottom line: it is there while no pane shows it. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

interface ArmedCampaign {
  readonly companyId: number;
  readonly id: number;
  readonly title: string;
  /** Milliseconds of `performance.now()` at which it goes out. */
  readonly until: number;
}

/** The one that was armed last; null once it goes out or is stopped. */
export const armedCampaign = createStore<ArmedCampaign | null>(null);

registerStore('armed campaign', () => armedCampaign.set(null));
