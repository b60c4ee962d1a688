/** Guards actions reserved to the user in person. */
import { AppError } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';

/** Refuses (403) somebody who acts as another: password, second factor, sessions and devices are the person's own. */
export function rejectImpersonation(caller: AuthUser): void {
  if (caller.impersonatorId !== null) throw new AppError('forbidden', { message: 'Not available while impersonating' });
}
