/** The signed-in person's own settings: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, inPerson, lookedUp, personal, signedIn } from '../access/rule.ts';
import type { Scene } from '../access/scene.ts';
import { at, replyId, rowOf } from '../client/reading.ts';

async function layoutOf({ world, row, personId }: Scene): Promise<string> {
  const name = randomKey('layout');
  const user =
    row === 'own'
      ? personId
      : row === 'others'
        ? (world.actors.removed.person?.id === personId ? world.actors['A owner'] : world.actors.removed).person?.id
        : null;
  if (user != null) await world.server.owner.insertInto('layouts').values({ user_id: user, name, layout: '{}' }).execute();
  return name;
}

export const me: AccessArea = {
  inputs: {
    abilities: none,
    companies: none,
    preferences: none,
    phones: none,
    savePhones: async () => ({ body: { phones: [] } }),
    savePreferences: () => ({ body: { theme: 'dark' } }),
    keymap: none,
    saveKeymap: () => ({ body: { preset: 'keyline', singleKeys: true, overrides: { 'inbox.archive': ['e'] } } }),
    layouts: none,
    saveLayout: () => ({ params: { name: 'current' }, body: { layout: { panes: ['inbox'] } } }),
    deleteLayout: async (scene) => ({ params: { name: await layoutOf(scene) } }),
    commandLog: none,
    logCommand: () => ({ body: { key: randomKey('run'), commandId: 'inbox.archive', title: 'Archive', source: 'key', outcome: 'done', args: {} } }),
    search: () => ({ query: { q: 'company' } }),
  },
  policy: {
    abilities: company('see the company'),
    companies: signedIn,
    preferences: signedIn,
    savePreferences: signedIn,
    phones: signedIn,
    savePhones: inPerson(signedIn),
    keymap: signedIn,
    saveKeymap: signedIn,
    layouts: signedIn,
    saveLayout: signedIn,
    deleteLayout: personal,
    commandLog: signedIn,
    logCommand: signedIn,
    search: lookedUp,
  },
  reads: {
    savePreferences: () => [{ route: routes.me.preferences }],
    savePhones: () => [{ route: routes.me.phones }],
    saveKeymap: () => [{ route: routes.me.keymap }],
    saveLayout: rowOf(routes.me.layouts, 'name', ({ input }) => at(input, 'params', 'name')),
    logCommand: rowOf(routes.me.commandLog, 'id', replyId),
  },
  excuses: [
    {
      does: 'names the run: the same again is the same',
      shownBy: 'server/me.test.ts: keeps what was run, once a key, newest first',
      fields: ['logCommand.key'],
    },
  ],
};
