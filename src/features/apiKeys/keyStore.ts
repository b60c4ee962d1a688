/** API key that was just made, while it is shown: kept nowhere else, and gone when another person comes. */
import { createViews } from '../../panes/listViewStore.ts';

interface ShownKey {
  readonly id: number | null;
  readonly name: string;
  readonly secret: string | null;
}

export const noKey: ShownKey = { id: null, name: '', secret: null };
export const shownKeys = createViews<ShownKey>('API key', noKey);
