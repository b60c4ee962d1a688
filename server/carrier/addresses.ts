/** The addresses we give to the carrier, always under the configured public URL. */
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';

const purpose = 'carrier-status';

/** Whose status a callback brings. */
export interface AttemptRef {
  readonly companyId: number;
  readonly attemptId: string;
}

/** The callback address of one attempt: it names the attempt even when the carrier's reply was lost. */
export function statusUrl(config: Config, sealer: Sealer, { companyId, attemptId }: AttemptRef): string {
  return `${config.publicUrl}/webhooks/carrier/messages/status/${sealer.sign(purpose, [companyId, attemptId])}`;
}

/** The attempt a callback's token names; null when it was not ours. */
export function readStatusToken(sealer: Sealer, token: string): AttemptRef | null {
  const value = sealer.verify(purpose, token);
  if (!Array.isArray(value)) return null;
  const [companyId, attemptId]: unknown[] = value;
  return typeof companyId === 'number' && typeof attemptId === 'string' ? { companyId, attemptId } : null;
}

/** The address of a call's next step. */
export const callUrl = (config: Config, step: 'dialed' | 'recorded' | 'recording') => `${config.publicUrl}/webhooks/carrier/calls/${step}`;
