/** Saved views of lists: what a list is narrowed and sorted by, under a name, opened by a digit. */
import type { SavedView } from '#contract/savedViews/entities.ts';
import type { SavedList } from '#contract/savedViews/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface SavedViewServices {
  /** Saves what the list shows now, opened by that digit; null: by none. Rejects where the name is taken, or too many are saved. */
  save(list: SavedList, name: string, place: number | null): CommandOutcomePromise;
  /** Opens the list as it was saved. */
  open(view: SavedView): Promise<void>;
  rename(view: SavedView, name: string): CommandOutcomePromise;
  /** Puts what the list shows now in the place of what was saved. */
  overwrite(view: SavedView, list: SavedList): CommandOutcomePromise;
  remove(view: SavedView): CommandOutcomePromise;
  /** Gives a view a digit; null takes its own away. */
  setPlace(view: SavedView, place: number | null): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface SavedViewsTypes {
  readonly services: { readonly savedViews: SavedViewServices };
  readonly context: { readonly savedViews: readonly SavedView[] };
}
