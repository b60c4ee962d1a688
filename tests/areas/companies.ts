/** Companies: inputs and policy of their routes. */

import { routes } from '#contract/index.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, inPerson, lookedUp, signedIn } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';
import { empties, removesLogo } from '../client/excuse.ts';
import { at, byId, paramId } from '../client/reading.ts';

const byCompany: InputOf = ({ house }) => ({ params: { id: house.company.id } });

export const companies: AccessArea = {
  inputs: {
    create: () => ({ body: { key: randomKey('company'), companyInfo: { name: 'Founded by hand' }, skipNumber: 1 } }),
    creation: ({ house }) => ({ query: { id: house.company.id } }),
    lookup: ({ rows }) => ({ query: { id: rows.company.id, include: 'user_count,business-units' } }),
    slim: none,
    get: byCompany,
    update: async (scene) => ({ ...(await byCompany(scene)), body: { defaultAreaCode: '212' } }),
    brand: async (scene) => ({ ...(await byCompany(scene)), body: { accent: '#336699' } }),
    logo: byCompany,
    areaCodes: byCompany,
    changes: none,
  },
  policy: {
    create: inPerson(signedIn),
    // Null for a company that somebody else founded.
    creation: signedIn,
    lookup: lookedUp,
    slim: signedIn,
    get: company('see the company'),
    update: company('change the company'),
    brand: company('change the company'),
    // There is none.
    logo: company('see the company', 404),
    areaCodes: company('see the company'),
    changes: company('see the company'),
  },
  reads: {
    create: ({ reply }) => [{ route: routes.companies.get, input: { params: { id: at(reply, 'id') } }, companyId: at(reply, 'id') }],
    update: byId(routes.companies.get, paramId),
    brand: byId(routes.companies.get, paramId),
  },
  toldAs: {
    'create.businessUnitId': 'organizationId',
  },
  excuses: [
    empties('brand', 'update'),
    removesLogo,
    {
      does: 'says that no number is bought; without it or a number the call is refused',
      shownBy: 'server/creation.test.ts: is sent or skipped, exactly one of both, and fits its other fields: else nothing is made',
      fields: ['create.skipNumber'],
    },
    {
      does: 'names the founding: the same again is the same company',
      shownBy: 'server/founding.test.ts: gets one company from a request that is sent twice with one key, also at the same moment',
      fields: ['create.key'],
    },
    {
      does: 'names the number, the plan with the price that was shown, the card and the billing address',
      shownBy: 'server/creation.test.ts: waits for the card of the company, then starts once, at the price that was shown',
      fields: ['create.number', 'create.planId', 'create.dueNow', 'create.billingInfo'],
    },
  ],
};
