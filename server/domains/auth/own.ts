/** What belongs to the person alone. */
import { Refusal } from '../../http/errors.ts';
import type { Caller } from '../../http/handlers.ts';

/** Refuses (403) somebody who acts as another: password, second factor, sessions and devices are the person's own. */
export function ownOnly(caller: Caller): void {
  if (caller.impersonatorId !== null) throw new Refusal('forbidden', { message: 'Not available while impersonating' });
}
