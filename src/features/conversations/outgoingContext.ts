/** The messages on their way out, for the panes of this area. */
import { createContext, useContext } from 'react';
import type { Outgoing } from './outbox.ts';

const OutgoingContext = createContext<Outgoing | null>(null);
export const OutgoingProvider = OutgoingContext.Provider;

export function useOutgoing(): Outgoing {
  const outgoing = useContext(OutgoingContext);
  if (!outgoing) throw new Error('No outgoing messages above');
  return outgoing;
}
