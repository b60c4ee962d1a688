/** After every command there is, list, detail and contact show one person, the marked row is in sight, and it is what the next command acts on. */
import type { Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { expect, type Keyboard, test } from './fixtures.ts';
import { listDisagreements, readShown } from './support/agreement.ts';
import { exposeAppHost } from './support/appHost.ts';
import { findOffered, isCovered, nothingToChoose, runCommand } from './support/commandWalk.ts';
import { openPlaces } from './support/places.ts';

/** Commands that leave the panes: the session ends, or a card is entered, or a connection allowed, on the vendor's page. */
const isLeaving = (id: string): boolean => /^(session\.signOut|billing\.updateCard|integrations\.(re)?connect\w*)$/.test(id);

/** A command that is refused so often, in the same words, is refused everywhere: without a clipboard, say, or without a registration. */
const enoughRefusals = 3;

/** Waits until nothing is on its way, and everything agrees. */
async function expectAgreement(keys: Keyboard, after: string): Promise<void> {
  await expect.poll(() => listDisagreements(keys.page), { message: after, timeout: 10_000, intervals: [0, 50, 100, 200] }).toEqual([]);
}

/** Leaves what is open over the panes, and goes to a place, whose list shows all its rows again. */
async function goTo(keys: Keyboard, place: string): Promise<void> {
  for (let tries = 0; tries < 4 && (await isCovered(keys)); tries += 1) await keys.press('escape');
  await runCommand(keys, `go.${place}`);
  await runCommand(keys, 'list.clearFilter');
}

/** Waits until a row of a list that has the keyboard is marked. */
const seeCursor = (keys: Keyboard, pane: string) => expect(keys.page.locator(`[data-pane="${pane}"][data-focused="true"] [data-cursor]`)).toBeVisible();

/** Opens the row under the cursor. What the command before began may still move the keyboard: then it is opened again. */
async function open(keys: Keyboard, list: string, pane: string): Promise<void> {
  await expect(async () => {
    await runCommand(keys, `go.${list}`);
    await seeCursor(keys, list);
    await keys.press('enter');
    await expect(keys.page.locator(`[data-pane="${pane}"][data-focused="true"]`)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** A place where the keyboard can be. */
interface Station {
  readonly name: string;
  /** Scope whose commands are run there; all that are offered where there is none. */
  readonly scope?: Scope;
  readonly enter: (keys: Keyboard) => Promise<void>;
}

const stations: readonly Station[] = [
  {
    name: 'a reply',
    scope: 'composer',
    enter: async (keys) => {
      await goTo(keys, 'inbox');
      await seeCursor(keys, 'inbox');
      await keys.press('r');
      await keys.focused('message');
      await keys.retype('On our way');
    },
  },
  {
    name: 'a conversation',
    scope: 'conversation',
    enter: async (keys) => {
      await goTo(keys, 'inbox');
      await open(keys, 'inbox', 'conversation');
    },
  },
  {
    name: 'a call',
    scope: 'call',
    enter: async (keys) => {
      await goTo(keys, 'calls');
      await open(keys, 'calls', 'call');
    },
  },
  ...openPlaces.map(({ kind }) => ({ name: kind, enter: (keys: Keyboard) => goTo(keys, kind) })),
];

test('after every command list, detail and contact agree, and the marked row is in sight', async ({ enter }) => {
  test.setTimeout(600_000);
  const keys = await enter('ana');
  await exposeAppHost(keys.page);
  // On rows first, while there are all of them.
  const wanted = new Set([...registry.all].sort((one, other) => Number(other.rows !== null) - Number(one.rows !== null)).map(({ id }) => id));
  for (const id of wanted) if (isLeaving(id)) wanted.delete(id);
  /** How often each was refused, in the same words. */
  const refusals = new Map<string, number>();
  let ran = 0;
  let compared = 0;
  for (const station of stations) {
    await station.enter(keys);
    await expectAgreement(keys, station.name);
    const tried = new Set<string>();
    for (;;) {
      const here = [...wanted].filter((each) => !tried.has(each) && (station.scope === undefined || registry.get(each)?.scopes.includes(station.scope)));
      const id = await findOffered(keys, here);
      if (id === undefined) break;
      tried.add(id);
      const refusal = await runCommand(keys, id);
      if (refusal === null) {
        await expectAgreement(keys, `${station.name}: ${id}`);
        if (Object.keys(await readShown(keys.page)).length > 1) compared += 1;
        wanted.delete(id);
        ran += 1;
      } else {
        const words = `${id}: ${refusal}`;
        const times = (refusals.get(words) ?? 0) + 1;
        refusals.set(words, times);
        if (times === enoughRefusals) wanted.delete(id);
        // It was not begun: the keyboard is where it was.
        if (refusal.startsWith(nothingToChoose)) continue;
      }
      await station.enter(keys);
    }
  }
  // Results of a command depend on the commands before it; that most ran, and many with more than one pane to compare, does not.
  expect(ran).toBeGreaterThan(450);
  expect(compared).toBeGreaterThan(100);
});
