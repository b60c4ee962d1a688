/** Companies that wait for the operator (KEYLINE_NEW_COMPANIES), and their approval. */
import type pg from 'pg';

/** A company that waits: when it was founded, and by whom. */
interface Waiting {
  readonly id: string;
  readonly name: string;
  readonly founder: string | null;
  readonly founded: string;
}

/** Lists companies that wait for approval, the oldest first. */
export async function listWaitingCompanies(client: pg.ClientBase): Promise<Waiting[]> {
  const { rows } = await client.query<Waiting>(
    `select c.id::text, c.name, u.email as founder, to_char(c.created_at, 'YYYY-MM-DD') as founded
     from companies c left join users u on u.id = c.founded_by where c.awaits_approval order by c.id`,
  );
  return rows;
}

/** Approves a company: the default limits, and a row of the audit log, in one transaction; its name. Throws where none of this id waits. */
export async function approveCompany(client: pg.ClientBase, id: string): Promise<string> {
  if (!/^\d{1,15}$/.test(id)) throw new Error('Name the company by its id: npm run accounts -- companies lists those that wait.');
  // One statement is one transaction.
  const { rows } = await client.query<{ name: string }>(
    `with approved as (
       update companies set awaits_approval = false, number_limit = default, number_budget = default where id = $1 and awaits_approval returning id, name
     ), noted as (
       insert into audit_log (company_id, action, subject, detail) select id, 'company.approved', id::text, '{"how": "accounts"}' from approved
     )
     select name from approved`,
    [id],
  );
  const [company] = rows;
  if (!company) throw new Error('No company with this id waits for approval.');
  return company.name;
}
