/** Port-in requests: inputs and policy of their routes, and their rows. */

import { randomBytes } from 'node:crypto';
import { routes } from '#contract/index.ts';
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { papers, portBody } from '#tests/server/porting.stage.ts';
import type { AccessArea } from '../access/area.ts';
import { company, shared } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { two, word } from '../client/known.ts';
import { byId, replyId } from '../client/reading.ts';

const insertPort: InsertRow = async ({ owner, companyId, mark }) => {
  const row = {
    company_id: companyId,
    key: `port-${randomBytes(9).toString('hex')}`,
    losing_carrier: `${mark} carrier`,
    customer_name: `${mark} customer`,
    account_number: 'sealed',
    account_ending: '',
    authorized_name: `${mark} signer`,
    authorized_email: 'signer@example.com',
    street: `${mark} street`,
    city: 'Rome',
    state: 'NY',
    zip: '10001',
  };
  return (await owner.insertInto('port_requests').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const porting: AccessArea = {
  inputs: {
    list: () => ({ query: { include: 'statuses' } }),
    get: async (scene) => ({ params: { id: await scene.rows.row(insertPort) } }),
    check: () => ({ body: { numbers: '415-200-0001' } }),
    create: () => ({ body: portBody(['+14152000002']), files: papers }),
  },
  policy: {
    list: company('buy numbers'),
    get: shared('buy numbers'),
    // The carrier does not answer in these tests.
    check: company('buy numbers', 502),
    create: company('buy numbers', 502),
  },
  rows: [insertPort],
  reads: {
    create: byId(routes.porting.get, replyId),
  },
  toldAs: {
    'create.numbers': 'number',
  },
  values: {
    'create.state': () => ['NY', 'TX'],
    'create.numbers': () => two(() => findMagicPort('Comes over', 500 + Number(word().slice(5)))),
  },
  excuses: [
    { does: 'asks whether numbers can come', shownBy: 'server/porting.test.ts: are asked about at the carrier, and here', fields: ['check'] },
    {
      does: 'goes to the carrier, sealed here',
      shownBy: 'server/porting.test.ts: goes to the carrier with its papers, advances, and its numbers become the company’s',
      fields: ['create.accountNumber', 'create.pin'],
    },
  ],
};
