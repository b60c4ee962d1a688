/** Notes: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf, threadOf } from '../access/inputs.ts';
import { onLine, type Rule } from '../access/rule.ts';
import type { InputOf, RowContext } from '../access/scene.ts';
import { at } from '../client/reading.ts';
import { insertThread } from './conversations.ts';

/** Inserts a note on a conversation of its own. */
export async function insertNote(context: RowContext, { deleted = false }: { readonly deleted?: boolean } = {}): Promise<number> {
  const { owner, companyId: company_id, mark } = context;
  const { id: model_id } = await insertThread(context);
  const values = { company_id, model_type: 'conversation' as const, model_id, body: `${mark} note`, author_name: `${mark} author` };
  const row = { ...values, deleted_at: deleted ? new Date() : null };
  return (await owner.insertInto('notes').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const byNote =
  (deleted: boolean): InputOf =>
  async (scene) => ({ params: { id: await scene.rows.note(lineOf(scene), { deleted }) } });

/** A note nobody here wrote: owners and administrators change it, and whoever may write notes otherwise changes their own only. */
const ofOthers =
  (...given: Parameters<typeof onLine>): Rule =>
  (column, row, place) => {
    const answer = onLine(...given)(column, row, place);
    return answer === 'ok' && column === 'A user' ? 403 : answer;
  };

export const notes: AccessArea = {
  inputs: {
    create: async (scene) => ({ body: { modelType: 'conversation', modelId: (await threadOf(scene)).id, body: 'Called back' } }),
    update: async (scene) => ({ ...(await byNote(false)(scene)), body: { body: 'Called back twice' } }),
    delete: byNote(false),
    restore: byNote(true),
    list: async (scene) => ({ query: { model_type: 'conversation', model_id: (await threadOf(scene)).id } }),
  },
  policy: {
    create: onLine('write notes'),
    update: ofOthers('write notes'),
    delete: ofOthers('write notes'),
    restore: ofOthers('write notes'),
    list: onLine('read the inbox'),
  },
  reads: {
    create: ({ input, reply }) => [
      {
        route: routes.notes.list,
        input: { query: { model_type: at(input, 'body', 'modelType'), model_id: at(input, 'body', 'modelId') } },
        row: { field: 'id', value: at(reply, 'id') },
      },
    ],
    update: ({ reply }) => [{ route: routes.notes.list, input: { query: { model_type: at(reply, 'modelType'), model_id: at(reply, 'modelId') } } }],
  },
  excuses: [
    {
      does: 'names the note: the same again is the same note',
      shownBy: 'server/notes.test.ts: is one note, however often it is sent',
      fields: ['create.clientId'],
    },
  ],
};
