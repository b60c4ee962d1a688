/** How this window stands as a phone. */
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

/** `elsewhere`: another tab of the same browser rings. `lost`: why it does not ring, in words with what to do. */
export type PhoneLine =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'lost'; readonly reason: string };

export const phoneLine = createStore<PhoneLine>({ kind: 'off' });
registerStore('phone line', () => phoneLine.set({ kind: 'off' }));
