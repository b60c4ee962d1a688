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
    lookup: ({ rows }) => ({ query: { id: rows.company.id, include: 'user_count,business-units' } }),
    slim: none,
    get: byCompany,
    update: async (scene) => ({ ...(await byCompany(scene)), body: { defaultAreaCode: '212' } }),
    areaCodes: byCompany,
    changes: none,
  },
  policy: {
    create: inPerson(signedIn),
    lookup: lookedUp,
    slim: signedIn,
    get: company('see the company'),
    update: company('change the company'),
    areaCodes: company('see the company'),
    changes: company('see the company'),
  },
};
