/** Signing secret that was just made, while it is shown: kept nowhere else, and gone when another person comes. */
import { createViews } from '../../panes/listViewStore.ts';

interface ShownSecret {
  readonly secret: string | null;
  /** Address of its webhook. */
  readonly url: string;
}

export const shownSecrets = createViews<ShownSecret>('webhook secret', { secret: null, url: '' });
