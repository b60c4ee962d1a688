/** Preferences and shortcuts, as commands reach them. */

import type { PreferenceServices } from '#commands/me/types.ts';
import type { App, AppState } from '../../api/app.ts';

/** Applies at once and keeps, or goes back when the server refuses. */
async function saveOptimistically<K extends 'preferences' | 'keymap'>(app: App, part: K, next: AppState[K], save: () => Promise<unknown>) {
  const before = app.get()[part];
  app.set({ [part]: next });
  try {
    await save();
  } catch (thrown) {
    app.set({ [part]: before });
    throw thrown;
  }
  return before;
}

export function createPreferenceServices(app: App): PreferenceServices {
  const save: PreferenceServices['save'] = async (changes, message) => {
    const before = await saveOptimistically(app, 'preferences', { ...app.get().preferences, ...changes }, () =>
      app.api.call('me.savePreferences', { body: changes }),
    );
    return { message, undo: { run: async () => void (await save(before, message)) } };
  };
  const saveKeymap: PreferenceServices['saveKeymap'] = async (keymap) => {
    const before = await saveOptimistically(app, 'keymap', keymap, () => app.api.call('me.saveKeymap', { body: keymap }));
    return { message: 'Shortcuts saved', undo: { run: async () => void (await saveKeymap(before)) } };
  };
  return { save, saveKeymap };
}
