/** Shared parts of the adapters of vendors: failures of a call as the outcomes they are, and tokens as OAuth 2 sends them (RFC 6749, 5.1). */
import * as z from 'zod/mini';
import { GrantLostError, type VendorOutcome, VendorRefusedError, VendorSilentError, type VendorTokens } from './oauthVendor.ts';

/** Failure of a call, as the outcome it is. */
export type VendorFault = Exclude<VendorOutcome<never>, { kind: 'accepted' }>;

/** Ends a call with its failure. `isOfItem`: the vendor refuses all of a list for what is wrong with one of its items. */
export class FaultError extends Error {
  readonly fault: VendorFault;
  readonly isOfItem: boolean;
  constructor(fault: VendorFault, isOfItem = false) {
    super(fault.reason);
    this.fault = fault;
    this.isOfItem = isOfItem;
  }
}

/** Milliseconds for which a list that is refused is sent by halves; what is left then waits. */
export const halvesMs = 8_000;

/**
 * Sends a list by one request, and tells what became of each item. A list that is refused for one of its items is sent again by halves, until each refusal is that of an
 * item or its time is over. `unreadable`: the reason where an answer is not understood. Never rejects.
 */
export async function sendByHalves<Item, Receipt>(
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<ReadonlyMap<Item, VendorOutcome<Receipt>>>,
  unreadable: string,
  until = Date.now() + halvesMs,
): Promise<ReadonlyMap<Item, VendorOutcome<Receipt>>> {
  if (items.length === 0) return new Map();
  const allAre = (outcome: VendorOutcome<Receipt>) => new Map(items.map((item) => [item, outcome]));
  try {
    return await send(items);
  } catch (error) {
    if (!(error instanceof FaultError)) return allAre({ kind: 'unknown', reason: unreadable });
    if (!error.isOfItem || items.length === 1) return allAre(error.fault);
    if (Date.now() > until) return allAre({ kind: 'unsent', reason: 'Refused for one of those sent with it', afterMs: 0 });
    const middle = Math.ceil(items.length / 2);
    const first = await sendByHalves(items.slice(0, middle), send, unreadable, until);
    return new Map([...first, ...(await sendByHalves(items.slice(middle), send, unreadable, until))]);
  }
}

/** A failure as what a question throws: `GrantLostError`, `VendorRefusedError`, `VendorSilentError`. Any other error is returned as it is. */
export function toVendorError(error: unknown): unknown {
  if (!(error instanceof FaultError)) return error;
  const { kind, reason } = error.fault;
  if (kind === 'lost') return new GrantLostError(reason);
  return kind === 'refused' ? new VendorRefusedError(reason) : new VendorSilentError(`${reason}. Try again.`);
}

/** Tokens as a vendor sends them. */
export const SentTokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.number()),
  scope: z._default(z.string(), ''),
});

/** Refusal of a request for tokens. */
export const TokenRefusal = z.object({ error: z._default(z.string(), ''), error_description: z._default(z.string(), '') });

/** Tokens of an answer; those without `expires_in` last until they are taken back. */
export const toVendorTokens = ({ access_token: accessToken, refresh_token: refreshToken, expires_in: seconds }: z.output<typeof SentTokens>): VendorTokens => ({
  accessToken,
  refreshToken: refreshToken ?? null,
  expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1_000),
});
