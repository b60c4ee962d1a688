/** Preferences and shortcuts, as commands reach them. */

import type { PreferenceServices } from '#commands/me/types.ts';
import type { App, AppState } from '../../api/app.ts';
import { saveInTurn, savePreferences } from '../../api/preferences.ts';

/**
 * Makes what applies changes at once, and takes back those the server refuses. What they go back to is what was saved last, under the changes that are still
 * under way; what else has changed since stays, and so does all of a person who signed in meanwhile.
 */
function createChanger<T extends object>(
  app: App,
  read: (state: AppState) => T,
  apply: (changes: Partial<T>) => void,
  save: (changes: Partial<T>) => Promise<void>,
) {
  let [saved, underWay]: [Partial<T>, readonly Partial<T>[]] = [{}, []];
  let userId: number | undefined;
  return async (changes: Partial<T>): Promise<Partial<T>> => {
    const asker = app.get().user?.id;
    if (userId !== asker || underWay.length === 0) [userId, saved, underWay] = [asker, {}, []];
    const now = read(app.get());
    const before: Partial<T> = {};
    for (const key in changes) before[key] = now[key];
    saved = { ...before, ...saved };
    underWay = [...underWay, changes];
    apply(changes);
    const end = (kept: Partial<T>) => {
      if (userId !== asker) return;
      [saved, underWay] = [{ ...saved, ...kept }, underWay.filter((each) => each !== changes)];
    };
    try {
      await save(changes);
      end(changes);
    } catch (thrown) {
      end({});
      if (app.get().user?.id === asker) for (const each of [saved, ...underWay]) apply(each);
      throw thrown;
    }
    return before;
  };
}

export function createPreferenceServices(app: App): PreferenceServices {
  const change = createChanger(
    app,
    ({ preferences }) => preferences,
    (changes) => app.set({ preferences: { ...app.get().preferences, ...changes } }),
    (changes) => savePreferences(app, changes),
  );
  const changeKeymap = createChanger(
    app,
    ({ keymap }) => ({ keymap }),
    (changes) => app.set(changes),
    ({ keymap }) => saveInTurn(app, async () => keymap && app.api.call('me.saveKeymap', { body: keymap })),
  );
  const save: PreferenceServices['save'] = async (changes, message) => {
    const before = await change(changes);
    return { message, undo: { run: async () => void (await save(before, message)) } };
  };
  const saveKeymap: PreferenceServices['saveKeymap'] = async (keymap) => {
    const before = app.get().keymap;
    await changeKeymap({ keymap });
    return { message: 'Shortcuts saved', undo: { run: async () => void (await saveKeymap(before)) } };
  };
  return { save, saveKeymap };
}
