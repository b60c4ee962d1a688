/** The port of team chat: connecting a workspace by OAuth, its channels, and posts. Failures of the vendor never read as ours. */

/** Tokens that let us into a workspace. `refreshToken` and `expiresAt` are null where the vendor does not rotate them. */
export interface ChatTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
}

/** A workspace that let us in. */
export interface ChatGrant {
  readonly tokens: ChatTokens;
  readonly teamId: string;
  readonly teamName: string;
}

/** A channel of a workspace. `isMember`: the app is in it. */
export interface VendorChannel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isMember: boolean;
}

/** A post. `threadTs`: the post whose thread it goes into; `key` is ours, the same at each attempt. */
export interface ChatPost {
  readonly channel: string;
  readonly text: string;
  readonly threadTs: string | null;
  readonly key: string;
}

/**
 * What became of a post or of its deletion. `unsent`: it surely did not arrive and may be sent again; `unknown`: it may have arrived; `lost`: the vendor no longer lets us
 * in; `noThread`: the thread is gone.
 */
export type ChatOutcome =
  | { readonly kind: 'accepted'; readonly ts: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'unsent'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'noThread' };

/** The vendor no longer lets us in; `message` says why. */
export class GrantLostError extends Error {}
/** The vendor refuses what was asked; `message` says why. */
export class ChatRefusedError extends Error {}
/** The vendor did not answer, or asks to slow down; `message` says which. */
export class ChatSilentError extends Error {}

export interface TeamChat {
  /** The vendor takes a code challenge (PKCE). */
  readonly usesPkce: boolean;
  /** Address of the consent page. */
  createAuthorizeUrl(asked: { readonly state: string; readonly redirectUri: string; readonly challenge: string | null }): string;
  /** Trades the code of a return for tokens. Throws `ChatRefusedError` and `ChatSilentError`. */
  exchange(given: { readonly code: string; readonly redirectUri: string; readonly verifier: string | null }): Promise<ChatGrant>;
  /** New tokens in place of old ones. Throws `GrantLostError` and `ChatSilentError`. */
  refresh(refreshToken: string): Promise<ChatTokens>;
  /** Gives a grant back. One that is no longer good counts as given back. Throws `ChatSilentError`. */
  revoke(accessToken: string): Promise<void>;
  /** A page of channels. Throws `GrantLostError`, `ChatRefusedError` and `ChatSilentError`, as the next two do. */
  listChannels(accessToken: string, cursor: string | null): Promise<{ readonly channels: readonly VendorChannel[]; readonly nextCursor: string | null }>;
  readChannel(accessToken: string, channel: string): Promise<VendorChannel>;
  /** Joins a public channel. */
  join(accessToken: string, channel: string): Promise<void>;
  /** Posts. Never rejects: what became of it is the outcome. */
  post(accessToken: string, post: ChatPost): Promise<ChatOutcome>;
  /** Deletes a post; one that is gone counts as deleted. Never rejects. */
  remove(accessToken: string, place: { readonly channel: string; readonly ts: string }): Promise<ChatOutcome>;
}
