/** Preferences that are saved: one save after another. Of two under way at once the older may be answered last, and would win. */
import type { Preferences } from '#contract/me/entities.ts';
import type { App } from './app.ts';

const last = new WeakMap<App, Promise<void>>();

/** Saves some preferences once those asked for before are saved or refused. Rejects with the refusal; saves nothing where another person has signed in meanwhile. */
export function savePreferences(app: App, changes: Partial<Preferences>): Promise<void> {
  const userId = app.get().user?.id;
  const saving = (last.get(app) ?? Promise.resolve()).then(async () => {
    if (app.get().user?.id === userId) await app.api.call('me.savePreferences', { body: changes });
  });
  last.set(
    app,
    saving.catch(() => undefined),
  );
  return saving;
}
