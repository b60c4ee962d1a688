import { createFailureNotice, toFailure } from '#commands/core/failure.ts';
import type { NewNotice } from '#commands/notices/types.ts';
import { ApiError } from '../api/errors.ts';

/**
 * Makes what tells of a call that failed in the background. Nobody asked for it: what is gone is no news (RULE-243), and a read that finds the
 * session over leads to signing in, which says so itself (AMB-63).
 */
export function createErrorNotifier(notify: (notice: NewNotice) => unknown, supportEmail: string): (thrown: unknown) => void {
  return (thrown) => {
    const isQuiet = thrown instanceof ApiError && (thrown.status === 404 || (thrown.status === 401 && thrown.plain.isRead));
    if (!isQuiet) notify(createFailureNotice(toFailure(thrown, supportEmail)));
  };
}
