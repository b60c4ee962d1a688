/** Rows of a company by kind, made by the database's owner; `mark` stands in all of their words. */
import { randomBytes } from 'node:crypto';
import { defaultRouting } from '#contract/routing/rules.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { outsider } from './outsiders.ts';

/** Whose row, and on which line. */
interface Place {
  readonly owner: TestServer['owner'];
  readonly companyId: number;
  readonly organizationId: number;
  readonly lineId: number;
  readonly mark: string;
}

/** Functions that make a row of each kind; each returns its id. */
export const makers = {
  tag: async ({ owner, companyId, mark }: Place) =>
    (
      await owner
        .insertInto('tags')
        .values({ company_id: companyId, name: `${mark} tag ${outsider()}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  field: async ({ owner, companyId, mark }: Place) => {
    const row = { company_id: companyId, entity_type: 'Number' as const, name: `${mark} field ${outsider()}`, default_value: `${mark} default` };
    return (await owner.insertInto('eav_attributes').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  number: async ({ owner, companyId, mark }: Place) =>
    (
      await owner
        .insertInto('phone_numbers')
        .values({ company_id: companyId, number: outsider(), label: `${mark} number` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  /** A fax of ours that failed; the item. */
  fax: async ({ owner, companyId, lineId, mark }: Place) => {
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
  },
  greeting: async ({ owner, companyId, mark }: Place) => {
    const row = { company_id: companyId, name: `${mark} greeting`, content: `${mark} words`, voice: 'en-us' };
    return (await owner.insertInto('greetings').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  port: async ({ owner, companyId, mark }: Place) => {
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
  },
  template: async ({ owner, companyId, mark }: Place) => {
    const routing = defaultRouting({ id: 1, forwardNumber: outsider(), timezone: 'UTC' });
    const words = { name: `${mark} template ${outsider()}`, routes: JSON.stringify(routing.routes.map((route) => ({ ...route, label: `${mark} route` }))) };
    const row = { company_id: companyId, ...words, hours: JSON.stringify(routing.hours) };
    return (await owner.insertInto('number_templates').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
  block: async ({ owner, companyId, lineId, mark }: Place) => {
    const row = { company_id: companyId, target: outsider(), number_id: lineId, created_by_name: `${mark} blocker` };
    return (await owner.insertInto('blocks').values(row).returning('id').executeTakeFirstOrThrow()).id;
  },
} as const satisfies Readonly<Record<string, (place: Place) => Promise<number>>>;
export type Kind = keyof typeof makers;

/** Functions that make a row identified by a key of a client. */
export const keyedMakers = {
  purchase: async ({ owner, companyId, mark }: Place) => {
    const id = `order-${randomBytes(9).toString('hex')}`;
    await owner
      .insertInto('number_purchases')
      .values({ id, company_id: companyId, label: `${mark} label`, state: 'bought', finished_at: new Date() })
      .execute();
    return id;
  },
} as const satisfies Readonly<Record<string, (place: Place) => Promise<string>>>;
export type KeyedKind = keyof typeof keyedMakers;
