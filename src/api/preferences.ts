/** Saves of what is a person's own, one after another: of two under way at once the older may be answered last, and would win. */
import type { Preferences } from '#contract/me/entities.ts';
import type { App } from './app.ts';

const last = new WeakMap<App, Promise<void>>();

/** Saves once those asked for before are saved or refused. Rejects with the refusal; saves nothing where another person has signed in meanwhile. */
export function saveInTurn(app: App, save: () => Promise<unknown>): Promise<void> {
  const userId = app.get().user?.id;
  const saving = (last.get(app) ?? Promise.resolve()).then(async () => {
    if (app.get().user?.id === userId) await save();
  });
  last.set(
    app,
    saving.catch(() => undefined),
  );
  return saving;
}

/** Saves some preferences, in turn. */
export const savePreferences = (app: App, changes: Partial<Preferences>): Promise<void> =>
  saveInTurn(app, () => app.api.call('me.savePreferences', { body: changes }));
