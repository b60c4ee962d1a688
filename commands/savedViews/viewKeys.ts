/** Digits that open a saved view or a favorite report: one numbering for both. */
import type { ChangeResult } from '../core/outcome.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

export const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Next holder of a digit. */
type Holder = { readonly view: number } | { readonly favorite: number };

/** Takes a digit from whatever has it; returns how that is undone. */
export async function freeDigit({ savedViews, favorites }: Context, services: Services, place: number | null, next: Holder): Promise<readonly ChangeResult[]> {
  if (place === null) return [];
  const freed: ChangeResult[] = [];
  for (const view of savedViews)
    if (view.place === place && !('view' in next && next.view === view.id)) freed.push(await services.savedViews.setPlace(view, null));
  for (const favorite of favorites)
    if (favorite.place === place && !('favorite' in next && next.favorite === favorite.id)) freed.push(await services.reports.setFavoriteKey(favorite, null));
  return freed;
}

/** The outcome of a change with that of the changes before it: undone together, the last one first. */
export function withFreed(outcome: ChangeResult, freed: readonly ChangeResult[]): ChangeResult {
  const { undo } = outcome;
  if (undo === undefined || freed.length === 0) return outcome;
  const run = async () => {
    await undo.run();
    for (const before of freed) await before.undo?.run();
  };
  return { ...outcome, undo: { ...undo, run } };
}
