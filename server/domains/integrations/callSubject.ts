/** The call that a post or a report is about, with its line, its contact and its place in the app. Runs in the open transaction of one company. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatPhone } from '../../phone.ts';

/** Reads a call; undefined where it is gone. */
export const readCallSubject = (callId: number) =>
  currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .innerJoin('companies', 'companies.id', 'calls.company_id')
    .leftJoin('conversations', (join) => join.onRef('conversations.number_id', '=', 'calls.number_id').onRef('conversations.recipient', '=', 'calls.recipient'))
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select([
      'calls.id as callId',
      'calls.number_id as numberId',
      'calls.recipient',
      'calls.result',
      'calls.duration',
      'calls.started_at as startedAt',
      'calls.value',
      'phone_numbers.number',
      'phone_numbers.label',
      sql<string | null>`nullif(contacts.name, '')`.as('contact'),
      'companies.slug',
    ])
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();

export type CallSubject = NonNullable<Awaited<ReturnType<typeof readCallSubject>>>;

/** The line as people name it. */
export const formatLine = ({ label, number }: Pick<CallSubject, 'label' | 'number'>): string => (label === '' ? formatPhone(number) : label);

/** The address of the call in the app. */
export const createCallUrl = ({ slug, callId }: Pick<CallSubject, 'slug' | 'callId'>, publicUrl: string): string =>
  `${publicUrl}/${encodeURIComponent(slug)}/calls/${callId}`;
