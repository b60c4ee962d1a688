/** Rows of a company by kind, inserted by the database's owner. */
import { randomBytes } from 'node:crypto';
import { defaultRouting } from '#contract/routing/rules.ts';
import { outsider } from './outsiders.ts';
import type { InsertKeyedRow, InsertRow } from './scene.ts';

export const insertTag: InsertRow = async ({ owner, companyId, mark }) =>
  (
    await owner
      .insertInto('tags')
      .values({ company_id: companyId, name: `${mark} tag ${outsider()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const insertField: InsertRow = async ({ owner, companyId, mark }) => {
  const row = { company_id: companyId, entity_type: 'Number' as const, name: `${mark} field ${outsider()}`, default_value: `${mark} default` };
  return (await owner.insertInto('eav_attributes').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const insertNumber: InsertRow = async ({ owner, companyId, mark }) =>
  (
    await owner
      .insertInto('phone_numbers')
      .values({ company_id: companyId, number: outsider(), label: `${mark} number` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

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

export const insertGreeting: InsertRow = async ({ owner, companyId, mark }) => {
  const row = { company_id: companyId, name: `${mark} greeting`, content: `${mark} words`, voice: 'en-us' };
  return (await owner.insertInto('greetings').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const insertPort: InsertRow = async ({ owner, companyId, mark }) => {
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

export const insertTemplate: InsertRow = async ({ owner, companyId, mark }) => {
  const routing = defaultRouting({ id: 1, forwardNumber: outsider(), timezone: 'UTC' });
  const words = { name: `${mark} template ${outsider()}`, routes: JSON.stringify(routing.routes.map((route) => ({ ...route, label: `${mark} route` }))) };
  const row = { company_id: companyId, ...words, hours: JSON.stringify(routing.hours) };
  return (await owner.insertInto('number_templates').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const insertBlock: InsertRow = async ({ owner, companyId, lineId, mark }) => {
  const row = { company_id: companyId, target: outsider(), number_id: lineId, created_by_name: `${mark} blocker` };
  return (await owner.insertInto('blocks').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const insertPurchase: InsertKeyedRow = async ({ owner, companyId, mark }) => {
  const id = `order-${randomBytes(9).toString('hex')}`;
  await owner
    .insertInto('number_purchases')
    .values({ id, company_id: companyId, label: `${mark} label`, state: 'bought', finished_at: new Date() })
    .execute();
  return id;
};

/** All of them. */
export const rowInserts: readonly InsertRow[] = [insertTag, insertField, insertNumber, insertFax, insertGreeting, insertPort, insertTemplate, insertBlock];

/** Those with a key of a client. */
export const keyedRowInserts: readonly InsertKeyedRow[] = [insertPurchase];
