/** The call on the card, for components. */
import { useSyncExternalStore } from 'react';
import type { IncomingSnapshot } from '#machines/inAppCallIncoming/index.ts';
import type { OutgoingSnapshot } from '#machines/inAppCallOutgoing/index.ts';
import { openPhone, subscribeToPhone } from './phone.ts';

/** The call of the open company’s phone; null while there is no phone. */
export const useCall = (): IncomingSnapshot | null => useSyncExternalStore(subscribeToPhone, () => openPhone.get()?.call.getSnapshot() ?? null);

/** The call the person makes; null while there is no phone. */
export const useOutgoing = (): OutgoingSnapshot | null => useSyncExternalStore(subscribeToPhone, () => openPhone.get()?.outgoing.getSnapshot() ?? null);

/** Number of calls that ring beside the one on the card. */
export const useOtherCalls = (): number => useSyncExternalStore(subscribeToPhone, () => openPhone.get()?.others.length ?? 0);

/** The person’s status by name; null while it is not known. */
export const useStatus = (): 'active' | 'away' | null =>
  useSyncExternalStore(subscribeToPhone, () => {
    const value = openPhone.get()?.status.getSnapshot().value;
    if (value === undefined || typeof value === 'string') return null;
    return 'active' in value ? 'active' : 'away';
  });
