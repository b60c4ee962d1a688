/** Preferences that are changed in quick succession: each is saved after the one before, and undo brings back only what was changed. */
import { describe, expect, test } from 'vitest';
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { ClientConfig } from '#contract/system/entities.ts';
import type { App, AppState } from '#src/api/app.ts';
import type { Api } from '#src/api/client.ts';
import { markFirstSteps } from '#src/features/keyline/firstSteps.ts';
import { createPreferenceServices } from '#src/features/me/services.ts';

const first = { theme: 'dark', density: 'compact', firstSteps: { view: 'open', done: [] } } as Partial<Preferences> as Preferences;

/** An app whose saves are answered when the test says so. */
function openApp() {
  const person = (id: number) => ({ id, isAdmin: false }) as Partial<CurrentUser> as CurrentUser;
  let state = { preferences: first, user: person(1), permissions: new Set() } as Partial<AppState> as AppState;
  const asked: { body: Partial<Preferences>; answer: (refusal?: Error) => void }[] = [];
  const call = async (_: string, { body }: { body: Partial<Preferences> }) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ body, answer: (refusal) => (refusal ? reject(refusal) : resolve()) });
    });
  const set = (change: Partial<AppState>) => {
    state = { ...state, ...change };
  };
  const config = { demoUsers: [{}] } as Partial<ClientConfig> as ClientConfig;
  const app = { config, api: { call } as Partial<Api> as Api, get: () => state, set } as Partial<App> as App;
  const untilAsked = (count: number) => expect.poll(() => asked.length).toBe(count);
  return { app, asked, untilAsked, preferences: createPreferenceServices(app), signIn: (id: number) => set({ user: person(id) }) };
}

describe('preferences that are changed in quick succession', () => {
  test('are saved one after another, so that the last one stays', async () => {
    const { app, asked, untilAsked, preferences } = openApp();
    markFirstSteps(app, 'keyline.undo');
    const hiding = preferences.save({ firstSteps: { ...app.get().preferences.firstSteps, view: 'hidden' } }, 'Hidden');
    await untilAsked(1);
    expect(app.get().preferences.firstSteps).toEqual({ view: 'hidden', done: ['undo'] });
    asked[0]?.answer();
    await untilAsked(2);
    expect(asked[1]?.body).toEqual({ firstSteps: { view: 'hidden', done: ['undo'] } });
    asked[1]?.answer();
    await hiding;
  });

  test('are saved where the one before was refused, which alone goes back', async () => {
    const { app, asked, untilAsked, preferences } = openApp();
    const light = preferences.save({ theme: 'light' }, 'Light');
    const roomy = preferences.save({ density: 'roomy' }, 'Roomy');
    await untilAsked(1);
    asked[0]?.answer(new Error('unavailable'));
    await expect(light).rejects.toThrow('unavailable');
    await untilAsked(2);
    asked[1]?.answer();
    await roomy;
    expect(app.get().preferences).toMatchObject({ theme: 'dark', density: 'roomy' });
  });

  test('go back to what was saved last, where one is refused while another is under way', async () => {
    const { app, asked, untilAsked, preferences } = openApp();
    const light = preferences.save({ theme: 'light' }, 'Light');
    const system = preferences.save({ theme: 'system' }, 'System');
    await untilAsked(1);
    asked[0]?.answer(new Error('unavailable'));
    await expect(light).rejects.toThrow('unavailable');
    expect(app.get().preferences.theme).toBe('system');
    await untilAsked(2);
    asked[1]?.answer(new Error('unavailable'));
    await expect(system).rejects.toThrow('unavailable');
    expect(app.get().preferences.theme).toBe('dark');
  });

  test('that are refused take nothing back from the person who signed in meanwhile', async () => {
    const { app, asked, untilAsked, preferences, signIn } = openApp();
    const light = preferences.save({ theme: 'light' }, 'Light');
    await untilAsked(1);
    signIn(2);
    app.set({ preferences: { ...app.get().preferences, theme: 'system' } });
    asked[0]?.answer(new Error('signed out'));
    await expect(light).rejects.toThrow('signed out');
    expect(app.get().preferences.theme).toBe('system');
  });

  test('are saved in turn where they are shortcuts, too', async () => {
    const { app, asked, untilAsked, preferences } = openApp();
    const keymap = (keys: string): Keymap => ({ preset: 'keyline', singleKeys: true, overrides: { 'go.inbox': [keys] } });
    const [one, two] = [keymap('g 1'), keymap('g 2')];
    const saves = [preferences.saveKeymap(one), preferences.saveKeymap(two)];
    await untilAsked(1);
    expect(app.get().keymap).toBe(two);
    asked[0]?.answer();
    await untilAsked(2);
    expect(asked[1]?.body).toBe(two);
    asked[1]?.answer();
    await Promise.all(saves);
  });

  test('are undone without what was changed since', async () => {
    const { app, asked, untilAsked, preferences } = openApp();
    const light = preferences.save({ theme: 'light' }, 'Light');
    await untilAsked(1);
    asked[0]?.answer();
    const { undo } = (await light) as { undo: { run(): Promise<void> } };
    const roomy = preferences.save({ density: 'roomy' }, 'Roomy');
    await untilAsked(2);
    asked[1]?.answer();
    await roomy;
    const undone = undo.run();
    await untilAsked(3);
    asked[2]?.answer();
    await undone;
    expect(asked[2]?.body).toEqual({ theme: 'dark' });
    expect(app.get().preferences).toMatchObject({ theme: 'dark', density: 'roomy' });
  });

  test('are not saved for the person who signs in meanwhile', async () => {
    const { asked, untilAsked, preferences, signIn } = openApp();
    const light = preferences.save({ theme: 'light' }, 'Light');
    const roomy = preferences.save({ density: 'roomy' }, 'Roomy');
    await untilAsked(1);
    signIn(2);
    asked[0]?.answer();
    await Promise.all([light, roomy]);
    expect(asked).toHaveLength(1);
  });
});
