/** Faxes: inputs and policy of their routes, and their rows. */

import { toDocumentPdf } from '#sandbox/fax/pdf.ts';
import type { FormFile } from '#tests/server/client.ts';
import type { AccessArea } from '../access/area.ts';
import { lineOf } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, refusedOnLine } from '../access/rule.ts';
import type { InsertRow } from '../access/scene.ts';
import { itemReads } from '../client/reading.ts';

/** A PDF that can be faxed. */
export const faxDocument: FormFile = { name: 'letter.pdf', type: 'application/pdf', bytes: toDocumentPdf('referral') };

/** A fax of ours that failed; the item. */
export const insertFax: InsertRow = async ({ owner, companyId, lineId, mark }) => {
  const recipient = outsider();
  const [thread, file] = await Promise.all([
    owner
      .insertInto('conversations')
      .values({ company_id: companyId, number_id: lineId, recipient, last_activity_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow(),
    owner
      .insertInto('files')
      .values({ company_id: companyId, name: `${mark}.pdf`, content_type: 'application/pdf', bytes: 4, storage_key: `tests/${outsider().slice(1)}` })
      .returning('id')
      .executeTakeFirstOrThrow(),
  ]);
  const row = { company_id: companyId, conversation_id: thread.id, number_id: lineId, recipient, created_at: new Date() };
  const { id } = await owner
    .insertInto('items')
    .values({ ...row, type: 'fax', is_inbound: false, delivery_state: 'failed', pages: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.insertInto('item_media').values({ company_id: companyId, item_id: id, file_id: file.id, position: 0 }).execute();
  return id;
};

export const faxes: AccessArea = {
  inputs: {
    review: () => ({ body: {}, files: [faxDocument] }),
    send: (scene) => ({
      body: { numberId: scene.rows.lines[lineOf(scene)].id, recipient: outsider(), clientId: randomKey('faxed') },
      files: [faxDocument],
    }),
    sendAgain: async (scene) => ({ params: { itemId: await scene.rows.row(insertFax, lineOf(scene)) }, body: { clientId: randomKey('faxed') } }),
  },
  policy: {
    review: company('text people'),
    // The lines of these companies are no fax lines.
    send: refusedOnLine('text people'),
    sendAgain: refusedOnLine('text people'),
  },
  rows: [insertFax],
  reads: {
    send: itemReads,
    sendAgain: itemReads,
  },
  toldAs: {
    'send.numberId': 'id',
  },
  values: {
    'send.numberId': ({ faxLines }) => faxLines,
  },
};
