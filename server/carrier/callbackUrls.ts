/** The addresses we give to the carrier, always under the configured public URL. */
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';
import type { CallAddresses } from './callAddresses.ts';

const purpose = 'carrier-status';

/** Attempt a callback reports on. */
interface AttemptRef {
  readonly companyId: number;
  readonly attemptId: string;
}

/** Owner of an attempt, part of its address. */
interface Owner {
  readonly of?: 'messages' | 'campaigns';
}

/** The callback address of one attempt: it names the attempt even when the carrier's reply was lost. */
export function formatStatusUrl(config: Config, sealer: Sealer, { companyId, attemptId, of = 'messages' }: AttemptRef & Owner): string {
  return `${config.publicUrl}/webhooks/carrier/${of}/status/${sealer.sign(purpose, [companyId, attemptId])}`;
}

/** The attempt a callback's token names; null when it was not ours. */
export function readStatusToken(sealer: Sealer, token: string): AttemptRef | null {
  const value = sealer.verify(purpose, token);
  if (!Array.isArray(value)) return null;
  const [companyId, attemptId]: unknown[] = value;
  return typeof companyId === 'number' && typeof attemptId === 'string' ? { companyId, attemptId } : null;
}

const callPurpose = 'carrier-call';

/** Call of a phone's callback. */
export interface LegRef {
  readonly companyId: number;
  readonly numberId: number;
  readonly callSid: string;
}

/** The call a phone's token names; null when it was not ours. */
export function readLegToken(sealer: Sealer, token: string): LegRef | null {
  const value = sealer.verify(callPurpose, token);
  if (!Array.isArray(value)) return null;
  const [companyId, numberId, callSid]: unknown[] = value;
  return typeof companyId === 'number' && typeof numberId === 'number' && typeof callSid === 'string' ? { companyId, numberId, callSid } : null;
}

/** The addresses of a call's next steps. Those of its phones and recordings name the call: a phone's callback knows only itself, a recording's no number. */
export function createCallAddresses(config: Config, sealer: Sealer, leg: LegRef): Omit<CallAddresses, 'greeting' | 'offer'> {
  const at = (path: string) => `${config.publicUrl}/webhooks/carrier/calls/${path}`;
  const token = sealer.sign(callPurpose, [leg.companyId, leg.numberId, leg.callSid]);
  return {
    keys: (turn) => at(`keys?turn=${turn}`),
    dialed: (round) => at(`dialed?round=${round}`),
    queue: leg.callSid,
    waiting: (round) => at(`waiting?round=${round}`),
    dequeued: (round) => at(`dequeued?round=${round}`),
    led: (round) => at(`led?round=${round}`),
    phone: (round) => at(`phone/${token}?round=${round}`),
    screen: (round) => at(`screen/${token}?round=${round}`),
    accepted: (round, number) => at(`accepted/${token}?round=${round}&phone=${encodeURIComponent(number)}`),
    placed: () => at(`placed/${token}`),
    transferred: (id) => at(`transferred/${token}?transfer=${id}`),
    transferEnded: (round) => at(`transfer-ended/${token}?round=${round}`),
    recorded: () => at('recorded'),
    recording: (of) => at(`recording/${token}?of=${of}`),
  };
}
