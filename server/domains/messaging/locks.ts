/** One order of locks wherever messages change: the recipient, the conversation, the item. Another order could wait for itself. */

import { lockRecipient } from '../../compliance/optOuts.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { lockConversations } from '../conversations/repository.ts';

/** Takes the locks above an item of the open company; false when there is no such item. */
export async function lockAbove(itemId: number): Promise<boolean> {
  const item = await currentTransaction()
    .selectFrom('items')
    .select(['recipient', 'conversation_id'])
    .where('id', '=', itemId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!item) return false;
  await lockRecipient(item.recipient);
  if (item.conversation_id !== null) await lockConversations([item.conversation_id]);
  return true;
}
