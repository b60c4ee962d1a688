/** The port of every vendor that a company connects by OAuth: consent, tokens and their end. Failures of the vendor never read as ours. */

/** Tokens that let us in. `refreshToken` and `expiresAt` are null where the vendor does not rotate them. */
export interface VendorTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
}

/** An account that let us in, or a workspace. `externalId` is the vendor's id of it. */
export interface VendorGrant {
  readonly tokens: VendorTokens;
  readonly externalId: string;
  readonly name: string;
}

/** The vendor no longer lets us in; `message` says why. */
export class GrantLostError extends Error {}
/** The vendor refuses what was asked; `message` says why, `field` which field of the request it is, where it is one. */
export class VendorRefusedError extends Error {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}
/** The vendor did not answer, or asks to slow down; `message` says which. */
export class VendorSilentError extends Error {}

/**
 * Outcome of an action at a vendor. `unsent`: it surely was not done and may be sent again, after so many milliseconds; `unknown`: it may have been done; `lost`: the vendor
 * no longer lets us in.
 */
export type VendorOutcome<Receipt> =
  | { readonly kind: 'accepted'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'unsent'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'lost'; readonly reason: string };

export interface OAuthVendor {
  /** The vendor takes a code challenge (PKCE). */
  readonly usesPkce: boolean;
  /** Address of the consent page. */
  createAuthorizeUrl(asked: { readonly state: string; readonly redirectUri: string; readonly challenge: string | null }): string;
  /** Trades the code of a return for tokens. Throws `VendorRefusedError` and `VendorSilentError`. */
  exchange(given: { readonly code: string; readonly redirectUri: string; readonly verifier: string | null }): Promise<VendorGrant>;
  /** New tokens in place of old ones. Throws `GrantLostError` and `VendorSilentError`. */
  refresh(refreshToken: string): Promise<VendorTokens>;
  /** Gives a grant back. One that is no longer good counts as given back. Throws `VendorSilentError`. */
  revoke(tokens: VendorTokens): Promise<void>;
}
