/** Greetings: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';
import { byId, replyId } from '../client/reading.ts';

export const insertGreeting: InsertRow = async ({ owner, companyId, mark }) => {
  const row = { company_id: companyId, name: `${mark} greeting`, content: `${mark} words`, voice: 'en-us' };
  return (await owner.insertInto('greetings').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

const byGreeting: InputOf = async (scene) => ({ params: { id: await scene.rows.row(insertGreeting) } });

export const greetings: AccessArea = {
  inputs: {
    list: none,
    voices: none,
    get: byGreeting,
    speak: () => ({ body: { content: 'Hello', voice: 'en-us' } }),
    create: () => ({ body: { name: 'Evening', content: 'Good evening', voice: 'en-us' } }),
    update: async (scene) => ({ ...(await byGreeting(scene)), body: { name: 'Night', _method: 'PUT' } }),
    delete: byGreeting,
  },
  policy: {
    list: company('see its numbers'),
    voices: company('see its numbers'),
    get: shared('see its numbers'),
    speak: company('say how numbers ring'),
    create: company('say how numbers ring'),
    update: shared('say how numbers ring'),
    delete: shared('say how numbers ring'),
  },
  rows: [insertGreeting],
  reads: {
    create: byId(routes.greetings.get, replyId),
    update: byId(routes.greetings.get, replyId),
  },
  excuses: [
    { does: 'is heard', shownBy: 'server/greetings.test.ts: is heard before it is saved, and saved as it was heard', fields: ['speak'] },
    { does: 'says which verb the form stands for', shownBy: null, fields: ['update._method'] },
  ],
};
