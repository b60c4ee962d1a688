/** Organizations: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { type Answer, inPerson, isSignedIn, type Rule, seatInA, signedIn } from '../access/rule.ts';
import { type InputOf, type InsertRow, nowhereId, type Scene } from '../access/scene.ts';
import { empties, removesLogo } from '../client/excuse.ts';
import { byId, paramId } from '../client/reading.ts';

const byOrganization: InputOf = ({ rows }) => ({ params: { id: rows.organization.id } });
const changing =
  (body: Record<string, unknown>): InputOf =>
  ({ rows }) => ({ params: { id: rows.organization.id }, body });

/** An organization: of whoever administers it or works in a company of it. */
const organization: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'others') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' && seatInA(column) !== null ? 'ok' : 404;
};

/** A change of an organization: of its administrators alone. */
const administered =
  (done: Answer = 'ok'): Rule =>
  (column, row, place) => {
    const seen = organization(column, row, place);
    if (seen !== 'ok') return seen;
    return column === 'organization administrator' ? done : 403;
  };

let people = 0;
/** A person who administers the organization of a company. */
const insertAdministrator: InsertRow = async ({ owner, companyId, mark }) => {
  people += 1;
  const nth = people;
  const { organization_id } = await owner.selectFrom('companies').select('organization_id').where('id', '=', companyId).executeTakeFirstOrThrow();
  const person = await owner
    .insertInto('users')
    .values({ email: `${mark}-administrator-${nth}@example.com`, first_name: mark, last_name: 'Administrator' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await owner
    .insertInto('organization_users')
    .values({ organization_id: organization_id ?? 0, user_id: person.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Somebody who works in the company, anew each time. */
async function insertWorker({ world, rows }: Scene): Promise<number> {
  if (rows.company.id === nowhereId) return nowhereId;
  people += 1;
  const { id } = await world.server.person({ email: `organization-worker-${people}@example.com` });
  await world.server.owner.insertInto('memberships').values({ company_id: rows.company.id, user_id: id, role: 'user' }).execute();
  return id;
}

export const organizations: AccessArea = {
  inputs: {
    list: none,
    get: byOrganization,
    companies: byOrganization,
    update: changing({ name: 'Renamed by hand' }),
    updateSettings: changing({ linksEnabled: 1 }),
    brand: changing({ accent: '#336699' }),
    logo: byOrganization,
    setStatus: ({ rows }) => ({ params: { orgId: rows.organization.id, accountId: rows.company.id }, body: { status: 'active' } }),
    users: ({ rows }) => ({ query: { business_unit_id: rows.organization.id } }),
    addUser: async (scene) => ({
      params: { id: scene.rows.organization.id },
      body: { userId: scene.row === 'own' ? await insertWorker(scene) : nowhereId },
    }),
    removeUser: async ({ rows }) => ({ params: { id: await rows.row(insertAdministrator) } }),
  },
  policy: {
    list: signedIn,
    get: organization,
    companies: organization,
    update: administered(),
    updateSettings: administered(),
    brand: administered(),
    // There is none: the one who may see it is told so.
    logo: (column, row, place) => (organization(column, row, place) === 'ok' ? 404 : organization(column, row, place)),
    setStatus: inPerson(administered()),
    users: organization,
    addUser: inPerson(administered()),
    removeUser: inPerson(administered()),
  },
  rows: [insertAdministrator],
  reads: {
    update: byId(routes.organizations.get, paramId),
    updateSettings: byId(routes.organizations.get, paramId),
    brand: byId(routes.organizations.get, paramId),
  },
  excuses: [
    empties('brand', 'updateSettings'),
    removesLogo,
    {
      does: 'is a status that lists tell and that acts',
      shownBy: 'server/organizations.test.ts: is entered by no one, in words, until it is active again; its administrators still reach the organization',
      fields: ['setStatus.status'],
    },
    {
      does: 'is among the administrators then',
      shownBy: 'server/organizations.test.ts: are made of users of its companies, once, and hold what they administer at once',
      fields: ['addUser.userId'],
    },
  ],
};
