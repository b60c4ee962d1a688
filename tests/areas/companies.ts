/** Companies: inputs and policy of their routes. */
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { company, inPerson, lookedUp, signedIn } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';

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
};
