/** Preferences and shortcuts, as commands reach them. */

import type { PreferenceServices } from '#commands/me/types.ts';
import type { Preferences } from '#contract/me/entities.ts';
import type { App } from '../../api/app.ts';
import { savePreferences } from '../../api/preferences.ts';

/** Those of the preferences that a change is about. */
const getPart = (preferences: Preferences, changes: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(preferences).filter(([key]) => key in changes));

export function createPreferenceServices(app: App): PreferenceServices {
  const change = (changes: Partial<Preferences>) => app.set({ preferences: { ...app.get().preferences, ...changes } });
  /** Applies at once and keeps, or goes back when the server refuses. Only what is changed goes back: the rest may have changed since. */
  const save: PreferenceServices['save'] = async (changes, message) => {
    const before = getPart(app.get().preferences, changes);
    change(changes);
    try {
      await savePreferences(app, changes);
    } catch (thrown) {
      change(before);
      throw thrown;
    }
    return { message, undo: { run: async () => void (await save(before, message)) } };
  };
  const saveKeymap: PreferenceServices['saveKeymap'] = async (keymap) => {
    const before = app.get().keymap;
    app.set({ keymap });
    try {
      await app.api.call('me.saveKeymap', { body: keymap });
    } catch (thrown) {
      app.set({ keymap: before });
      throw thrown;
    }
    return { message: 'Shortcuts saved', undo: { run: async () => void (await saveKeymap(before)) } };
  };
  return { save, saveKeymap };
}
