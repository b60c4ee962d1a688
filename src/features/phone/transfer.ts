/** Handing on the call that goes on in this window. */
import type { TransferTarget } from '#machines/talking.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';

/** Asks for it once; rejects in words while the call goes on here. */
export function requestTransfer(app: App, companyId: number, callId: number | undefined, target: TransferTarget | null): Promise<unknown> {
  if (callId === undefined || target === null) return Promise.reject(new Error('No call is going on'));
  const to = target.userId === null ? { destination: target.destination ?? '' } : { userId: target.userId };
  return rejectWithPlainError(app.api.call('phone.transfer', { companyId, params: { callId }, body: { ...to, clientId: crypto.randomUUID() } }));
}
