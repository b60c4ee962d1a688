/** Names that are given once in a company. */
import { sql } from 'kysely';
import { companyId, currentTransaction } from './tenancy.ts';

/** Lets one transaction at a time give a name to a thing of a kind (its table) in the open company: who comes second sees the name of the first. */
export async function lockNames(kind: 'contact_groups' | 'contact_labels' | 'tags' | 'eav_attributes' | 'number_templates'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${companyId()}`}, 0))`.execute(currentTransaction());
}
