/** Reports by mail: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson, type Rule, shared } from '../access/rule.ts';
import type { InsertRow, Scene } from '../access/scene.ts';
import { replyId, rowOf } from '../client/reading.ts';

/** Inserts a mailed report of a user; nobody’s user is the first one there is. */
const insertMailOf =
  (userId: number | null): InsertRow =>
  async ({ owner, companyId, mark }) => {
    const user = userId ?? (await owner.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()).id;
    const values = { company_id: companyId, user_id: user, sentence: `calls by number tag:"${mark}" last 7 days`, pace: 'week' as const };
    const at = new Date(Date.now() + 86_400_000);
    const same = { next_at: at };
    return (
      await owner
        .insertInto('report_mails')
        .values({ ...values, ...same })
        .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'sentence']).doUpdateSet(same))
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  };

const insertMail = insertMailOf(null);

/** The caller’s own mail, another user’s in the same company, or one of another company. */
function mailOf({ rows, row, personId, world }: Scene): Promise<number> {
  const other = world.actors['A owner'].person?.id === personId ? world.actors['A reporting'].person?.id : world.actors['A owner'].person?.id;
  return rows.row(row === 'own' || row === 'others' ? insertMailOf((row === 'own' ? personId : other) ?? null) : insertMail);
}

/** A mailed report is its user’s alone. */
const ownMail: Rule = (column, row, place) => {
  const answer = shared('see reports')(column, row, place);
  return answer === 'ok' && row === 'others' ? 404 : answer;
};

export const reportMails: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { sentence: 'missed calls by hour last 7 days', pace: 'week' } }),
    delete: async (scene) => ({ params: { id: await mailOf(scene) } }),
  },
  policy: {
    list: company('see reports'),
    create: inPerson(company('see reports')),
    delete: inPerson(ownMail),
  },
  rows: [insertMail],
  reads: {
    create: rowOf(routes.reportMails.list, 'id', replyId),
  },
  values: {
    'create.sentence': () => ['calls by tag last 7 days', 'what changed this month vs previous period'],
  },
};
