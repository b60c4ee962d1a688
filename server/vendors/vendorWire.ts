/** Shared parts of the adapters of vendors: failures of a call as the outcomes they are, and tokens as OAuth 2 sends them (RFC 6749, 5.1). */
import * as z from 'zod/mini';
import { GrantLostError, type VendorOutcome, VendorRefusedError, VendorSilentError, type VendorTokens } from './oauthVendor.ts';

/** Failure of a call, as the outcome it is. */
export type VendorFault = Exclude<VendorOutcome<never>, { kind: 'accepted' }>;

/** Ends a call with its failure. */
export class FaultError extends Error {
  readonly fault: VendorFault;
  constructor(fault: VendorFault) {
    super(fault.reason);
    this.fault = fault;
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
