/** The list of numbers as commands reach it, and what arrives for it. */
import type { NumberServices } from '#commands/numbers.services.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { changed, type Surroundings } from '../../panes/index.ts';
import { numberViews } from './data.ts';

/** Commands over numbers, as the app provides them. */
export function createNumberServices({ app, workspace }: Surroundings): NumberServices {
  return {
    filter: (changes) => {
      const companyId = app.get().companyId;
      numberViews.change(companyId, { filter: changed(numberViews.of(companyId).filter, changes) });
      workspace.open('numbers');
    },
  };
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToNumbers(app: App): () => void {
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId !== null && changes.some((change) => change.companyId === companyId && change.kind === 'number-updated'))
      void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers') });
  });
}
