/** Lookup for support staff: every company, and every user they may act as. Staff themselves and disabled accounts are never among them. */
import { sql } from 'kysely';
import type { StaffCompany } from '#contract/auth/entities.ts';
import { type Role, roles } from '#contract/core/permissions.ts';
import type { routes } from '#contract/index.ts';
import { selectAccent } from '../../access/branding.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Handler } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { computeTextRank, sortByRank } from '../../lists/searchRanking.ts';
import { searchWords, toLikePattern } from '../../lists/textSearch.ts';
import { formatUserName } from './users.ts';

const mostPeople = 20;
/** People looked at for the ranking: beyond so many the words say too little. */
const candidates = 500;
/** People of one company that are offered; of the rest, each is found by name. */
const mostOfCompany = 50;

/** Weights of hits: a match of the row's own name ranks above one of its other fields. */
const weight = { name: 1, email: 0.8, company: 0.6 } as const;

/** GET /staff/users: whom staff may act as. */
export const staffUsers: Handler<typeof routes.auth.staffUsers> = async ({ query, services }) => {
  const q = query.q?.trim() ?? '';
  const [fullName, email] = [sql<string>`unaccent(u.first_name || ' ' || u.last_name)`, sql<string>`u.email::text`];
  const rows = await services.tenancy.identity(() => {
    let people = currentTransaction()
      .selectFrom('users as u')
      .leftJoin('memberships as m', 'm.user_id', 'u.id')
      .leftJoin('companies as c', 'c.id', 'm.company_id')
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name'])
      .select(sql<string[]>`coalesce(array_agg(c.name order by c.name) filter (where c.id is not null), '{}')`.as('companies'))
      .where('u.is_staff', '=', false)
      .where('u.disabled_at', 'is', null)
      .groupBy('u.id');
    if (query.id !== undefined) people = people.where('u.id', '=', query.id);
    for (const word of searchWords(q).map((typed) => sql`unaccent(${toLikePattern(typed)})`)) {
      people = people
        .having(sql<boolean>`${fullName} ilike ${word} or ${email} ilike ${word} or bool_or(unaccent(c.name) ilike ${word})`)
        .orderBy(sql`case when ${fullName} ilike ${word} then 0 when ${email} ilike ${word} then 1 else 2 end`);
    }
    return people
      .orderBy('u.first_name')
      .orderBy('u.last_name')
      .orderBy('u.id')
      .limit(q === '' ? mostPeople : candidates)
      .execute();
  });
  const best = sortByRank(q, rows, (row) => {
    const byName = computeTextRank(q, formatUserName(row)) * weight.name;
    const byEmail = computeTextRank(q, formatUserName(row), row.email) * weight.email;
    return Math.max(byName, byEmail, computeTextRank(q, formatUserName(row), `${row.email} ${row.companies.join(' ')}`) * weight.company);
  });
  return { data: best.slice(0, mostPeople).map((row) => ({ id: row.id, name: formatUserName(row), email: row.email, companies: row.companies })) };
};

/** GET /staff/companies: all there are, also those nobody has entered yet. */
export const staffCompanies: Handler<typeof routes.auth.staffCompanies> = ({ query, services }) =>
  services.tenancy.identity(async () => {
    const { page, perPage } = query;
    const q = query.q?.trim() ?? '';
    let companies = currentTransaction()
      .selectFrom('companies as c')
      .leftJoin('organizations as o', 'o.id', 'c.organization_id')
      .select(['c.id', 'c.name', 'c.slug', 'c.timezone', 'c.account_status', 'c.organization_id', 'o.name as organization_name'])
      .select(selectAccent('c', 'o').as('accent'))
      .orderBy('c.name')
      .orderBy('c.id');
    if (query.id !== undefined) companies = companies.where('c.id', '=', query.id);
    const found = sortByRank(q, await companies.execute(), (row) =>
      Math.max(
        computeTextRank(q, row.name, row.slug) * weight.name,
        computeTextRank(q, row.name, `${row.slug} ${row.organization_name ?? ''}`) * weight.company,
      ),
    );
    const shown = found.slice((page - 1) * perPage, page * perPage);
    const people = await loadPeople(shown.map(({ id }) => id));
    const data = shown.map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      timezone: row.timezone,
      accent: row.accent,
      status: row.account_status,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
      people: people.get(row.id) ?? [],
    }));
    return { data, meta: createPageMeta(page, perPage, found.length) };
  });

/** Lists the people with a seat in these companies, highest role first: members by their role, administrators of the organization as administrators. */
async function loadPeople(companyIds: readonly number[]): Promise<ReadonlyMap<number, StaffCompany['people']>> {
  const { rows } = await sql<{ company_id: number; role: Role; id: number; email: string; first_name: string; last_name: string }>`
    with seats as (
      select company_id, user_id, role from memberships where company_id = any (${companyIds}::bigint[])
      union all
      select c.id, o.user_id, 'administrator' from companies c join organization_users o on o.organization_id = c.organization_id
      where c.id = any (${companyIds}::bigint[])
    ), best as (
      select distinct on (company_id, user_id) * from seats order by company_id, user_id, array_position(${[...roles]}::text[], role)
    )
    select s.company_id, s.role, u.id, u.email, u.first_name, u.last_name from best s join users u on u.id = s.user_id
    where not u.is_staff and u.disabled_at is null
    order by s.company_id, array_position(${[...roles]}::text[], s.role), u.first_name, u.last_name, u.id`.execute(currentTransaction());
  const people = new Map<number, StaffCompany['people']>();
  for (const row of rows) {
    const of = people.get(row.company_id) ?? [];
    people.set(row.company_id, of);
    if (of.length < mostOfCompany) of.push({ id: row.id, name: formatUserName(row), email: row.email, role: row.role });
  }
  return people;
}
