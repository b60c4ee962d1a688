/** The phones a company's numbers ring, over HTTP (spec 1.7). */
import { sql } from 'kysely';
import { type ForwardDestination, maxForwardUsesListed } from '#contract/forwards/entities.ts';
import type { routes } from '#contract/index.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Handlers, Membership } from '../../http/handlers.ts';
import { searchWords, toLikePattern } from '../../lists/textSearch.ts';

interface Asked {
  readonly page: number;
  readonly per_page: number;
  readonly q?: string | undefined;
}

/** Destinations by page, the most used first. A number without a routing of its own rings its forward number. */
async function destinations(membership: Membership, { page, per_page, q = '' }: Asked) {
  const { rows } = await sql<Omit<ForwardDestination, 'rungBy'> & { rungBy: number; total: number }>`
    with uses as (
      select forward ->> 'number' as rung, n.id, n.number, n.label, (route ->> 'extension')::int as extension, coalesce(route ->> 'label', '') as route_label
      from phone_numbers n join number_routings r on r.number_id = n.id, jsonb_array_elements(r.routes) route, jsonb_array_elements(route -> 'forwards') forward
      where n.company_id = ${companyId()} and n.status <> 2 and n.line_type <> 2 and ${limitToAccessibleNumbers('n.id', membership.numberIds)}
      union all
      select n.forward_number, n.id, n.number, n.label, 1, '' from phone_numbers n
      where n.company_id = ${companyId()} and n.status <> 2 and n.line_type <> 2 and ${limitToAccessibleNumbers('n.id', membership.numberIds)} and n.forward_number is not null
        and not exists (select from number_routings r where r.number_id = n.id)
    ), placed as (
      select *, row_number() over (partition by rung order by label, id, extension) as place from uses
    ), destinations as (
      select rung, count(*) as rung_by, jsonb_agg(jsonb_build_object('numberId', id, 'number', number, 'numberLabel', label, 'extension', extension,
        'label', route_label) order by place) filter (where place <= ${maxForwardUsesListed}) as uses,
        string_agg(concat_ws(' ', number, label, route_label), ' ') as words
      from placed group by rung
    ), found as (
      select d.*, own.label as own_label from destinations d left join phone_numbers own on own.company_id = ${companyId()} and own.number = d.rung and ${limitToAccessibleNumbers('own.id', membership.numberIds)}
      where fold_name(concat_ws(' ', d.rung, own.label, d.words)) like all (select fold_name(word) from unnest(${searchWords(q).map(toLikePattern)}::text[]) word)
    )
    select rung as number, own_label as "ownLabel", rung_by as "rungBy", uses, count(*) over () as total from found
    order by rung_by desc, rung limit ${per_page} offset ${(page - 1) * per_page}`.execute(currentTransaction());
  return rows;
}

export const handlers: Handlers<typeof routes.forwards> = {
  list: async ({ query, membership }) => {
    const rows = await destinations(membership, query);
    // A page behind the last has no row to count by.
    const total = rows[0]?.total ?? (query.page === 1 ? 0 : ((await destinations(membership, { ...query, page: 1, per_page: 1 }))[0]?.total ?? 0));
    const data = rows.map(({ total: _, ...row }) => row);
    return { data, meta: { currentPage: query.page, total, lastPage: Math.max(1, Math.ceil(total / query.per_page)) } };
  },
};
