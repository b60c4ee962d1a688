/** Users of a company: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, inPerson, personal, type Rule, shared } from '../access/rule.ts';
import type { InputOf, InsertRow, Scene } from '../access/scene.ts';
import { empties } from '../client/excuse.ts';
import { at, rowOf } from '../client/reading.ts';

const insertMember: InsertRow = async ({ owner, companyId, mark }) => {
  const person = { email: `${outsider().slice(1)}@example.com`, first_name: mark };
  const { id } = await owner.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  await owner.insertInto('memberships').values({ company_id: companyId, user_id: id, role: 'reporting' }).execute();
  return id;
};

/** The caller, or somebody else. */
const personOf = ({ world, row, personId }: Scene) => {
  const others = [world.actors['B owner'].person, world.actors['A owner'].person].find((person) => person?.id !== personId);
  return { userId: (row === 'own' ? personId : row === 'missing' ? null : others?.id) ?? 987_654_321 };
};

/** The password of the test is wrong. */
const wrongPassword: Rule = (column, row, place) => (personal(column, row, place) === 'ok' ? 422 : personal(column, row, place));

const member: InputOf = async ({ rows }) => ({ params: { userId: await rows.row(insertMember) } });

export const users: AccessArea = {
  inputs: {
    ofCompany: none,
    updatePassword: (scene) => ({ params: personOf(scene), body: { currentPassword: 'a wrong password', password: randomKey('long-enough') } }),
    update: (scene) => ({ params: personOf(scene), body: { timezone: 'Europe/Rome' } }),
    change: async (scene) => ({ ...(await member(scene)), body: { role: 'user' } }),
    remove: member,
  },
  policy: {
    ofCompany: company('see its people'),
    updatePassword: inPerson(wrongPassword),
    update: inPerson(personal),
    change: shared('manage its people'),
    remove: shared('manage its people'),
  },
  rows: [insertMember],
  reads: {
    update: (sent) => [{ route: routes.auth.currentUser }, { route: routes.users.ofCompany, row: { field: 'id', value: at(sent.input, 'params', 'userId') } }],
    change: rowOf(routes.users.ofCompany, 'id', ({ input }) => at(input, 'params', 'userId')),
  },
  values: {
    'change.numbers': ({ lines }) => lines.map((id) => [id]),
  },
  excuses: [
    empties('update'),
    {
      does: 'changes the password, with which one signs in',
      shownBy: 'server/users.test.ts: has its password changed with the current one; other sessions end, this one stays',
      fields: ['updatePassword'],
    },
  ],
};
