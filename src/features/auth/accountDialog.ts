/** The dialog of the account that is open, drawn by `AccountDialogs`; null where none is. */
import type { AccountDialog } from '#commands/auth/types.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

export const accountDialog = createStore<AccountDialog | null>(null);
registerStore('account dialog', () => accountDialog.set(null));
