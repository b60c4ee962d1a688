/** Records opt-outs and opt-ins: the scope is the company, keyed by number. */

import { lockRecipient } from '../../compliance/optOuts.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { publishConversationChange } from '../conversations/repository.ts';

/** Notes that a number said a word at this moment, with the line to it held; false when it has said one at that moment or later. */
export async function isNewOptKeyword(number: string, at: Date): Promise<boolean> {
  await lockRecipient(number);
  const noted = await currentTransaction()
    .insertInto('opt_words')
    .values({ company_id: companyId(), number, at })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).doUpdateSet({ at }).where('opt_words.at', '<', at))
    .returning('number')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Opts a number out; its contacts follow, and its conversations are told. A second time changes nothing. */
export async function optOut(number: string, source: string, at: Date): Promise<void> {
  await lockRecipient(number);
  const added = await currentTransaction()
    .insertInto('opt_outs')
    .values({ company_id: companyId(), number, source, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst();
  await markContacts(number, true);
  if (added) await tellConversations(number);
}

/** Lets a number that opted out hear from the company again; only its own word does that. */
export async function optIn(number: string): Promise<void> {
  await lockRecipient(number);
  const removed = await currentTransaction()
    .deleteFrom('opt_outs')
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst();
  await markContacts(number, false);
  if (removed) await tellConversations(number);
}

async function markContacts(number: string, isUnsubscribed: boolean): Promise<void> {
  const contacts = await currentTransaction()
    .updateTable('contacts')
    .set({ is_unsubscribed: isUnsubscribed, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('number', '=', number)
    .where('is_unsubscribed', '=', !isUnsubscribed)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of contacts) recordChange({ kind: 'contact-updated', id });
}

async function tellConversations(number: string): Promise<void> {
  const rows = await currentTransaction()
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId())
    .where('recipient', '=', number)
    .execute();
  for (const { id } of rows) publishConversationChange(id);
}
