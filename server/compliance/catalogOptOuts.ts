/** STOP and START of the consumer catalog: one word for the whole realm. A word and the intent to send take the same lock, so that after STOP no later intent exists. */
import { sql } from 'kysely';
import { currentTransaction } from '../db/tenancy.ts';

/** Holds the line to a number until the identity transaction ends. */
const lockNumber = (phone: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`catalog.recipient:${phone}`}, 0))`.execute(currentTransaction());

/** Notes the word a number said at this moment; one that a later word has overtaken does nothing. In an identity transaction. */
export async function noteCatalogWord(phone: string, word: 'stop' | 'start', at: Date): Promise<void> {
  await lockNumber(phone);
  const said = { is_out: word === 'stop', at };
  await currentTransaction()
    .insertInto('catalog_opt_words')
    .values({ phone, ...said })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(said).where('catalog_opt_words.at', '<', at))
    .execute();
}

/** Has this number opted out of the catalog's texts? Holds the line to it. In an identity transaction. */
export async function isCatalogOptedOut(phone: string): Promise<boolean> {
  await lockNumber(phone);
  const row = await currentTransaction().selectFrom('catalog_opt_words').select('is_out').where('phone', '=', phone).executeTakeFirst();
  return row?.is_out ?? false;
}
