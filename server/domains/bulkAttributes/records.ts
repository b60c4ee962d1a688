/** Records that have custom fields, in the companies of an update. */
import { type RawBuilder, sql } from 'kysely';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { AttributeScope } from './scope.ts';

/** A record. `companyId` is null for an organization; a user is one record in each company. */
export interface AttributeRecord {
  readonly id: number;
  readonly companyId: number | null;
  readonly name: string;
}

/** Newest calls of a company that a template has. */
const maxCalls = 2_000;

/** Rows of numbers that the person works; `number` names the column with the number’s id. */
function isWorked({ limits }: AttributeScope, number: string): RawBuilder<boolean> {
  if (limits.size === 0) return sql<boolean>`true`;
  return sql<boolean>`(not company_id = any (${[...limits.keys()]}::bigint[]) or ${sql.ref(number)} = any (${[...limits.values()].flat()}::bigint[]))`;
}

/** Selects records of a kind: `chosen` narrows them by `id`. */
function selectRecords(scope: AttributeScope, type: EavEntityType, chosen: RawBuilder<boolean>): RawBuilder<AttributeRecord> {
  const inScope = sql`company_id = any (${scope.companyIds}::bigint[])`;
  switch (type) {
    case 'Number':
      return sql`select id, company_id as "companyId", number as name from phone_numbers
        where ${inScope} and status <> 2 and ${isWorked(scope, 'id')} and ${chosen} order by company_id, id`;
    case 'Call':
      return sql`select id, company_id as "companyId", to_char(started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' ' || recipient as name from calls
        where ${inScope} and ${isWorked(scope, 'number_id')} and ${chosen} order by company_id, id`;
    case 'User':
      return sql`select r.id, r.company_id as "companyId", trim(u.first_name || ' ' || u.last_name) as name from (select user_id as id, company_id from memberships where ${inScope}) r
        join users u on u.id = r.id where ${chosen} order by r.company_id, r.id`;
    case 'Company':
      return sql`select r.id, r.id as "companyId", r.name from companies r where r.id = any (${scope.companyIds}::bigint[]) and ${chosen} order by r.id`;
    case 'Organization':
      return sql`select r.id, null::bigint as "companyId", r.name from organizations r where r.id = ${scope.organizationId}::bigint and ${chosen}`;
    case 'TrackingPool':
      return sql`select r.id, r.company_id as "companyId", r.name from dni_pools r where ${inScope} and ${chosen} order by r.company_id, r.id`;
  }
}

const list = async (query: RawBuilder<AttributeRecord>): Promise<AttributeRecord[]> => (await query.execute(currentTransaction())).rows;

/** The records of a kind with these ids. */
export const findRecords = (scope: AttributeScope, type: EavEntityType, ids: readonly number[]): Promise<AttributeRecord[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : list(selectRecords(scope, type, sql<boolean>`${sql.ref(type === 'Number' || type === 'Call' ? 'id' : 'r.id')} = any (${ids}::bigint[])`));

/** The numbers of a company by phone. */
export const findNumbers = (scope: AttributeScope, phones: readonly string[]): Promise<AttributeRecord[]> =>
  phones.length === 0 ? Promise.resolve([]) : list(selectRecords(scope, 'Number', sql<boolean>`number = any (${phones}::text[])`));

/** All records of a kind; of calls the newest. */
export const listRecords = (scope: AttributeScope, type: EavEntityType): Promise<AttributeRecord[]> =>
  list(
    selectRecords(
      scope,
      type,
      type === 'Call'
        ? sql<boolean>`id in (select newest.id from unnest(${scope.companyIds}::bigint[]) as company (id) cross join lateral
            (select c.id from calls c where c.company_id = company.id order by c.started_at desc, c.id desc limit ${maxCalls}) newest)`
        : sql<boolean>`true`,
    ),
  );
