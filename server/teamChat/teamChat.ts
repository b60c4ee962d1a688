/** The port of team chat: connecting a workspace by OAuth, its channels, and posts. Failures of the vendor never read as ours. */

import type { OAuthVendor } from '../vendors/oauthVendor.ts';

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

export interface TeamChat extends OAuthVendor {
  /** A page of channels. Throws `GrantLostError`, `VendorRefusedError` and `VendorSilentError`, as the next two do. */
  listChannels(accessToken: string, cursor: string | null): Promise<{ readonly channels: readonly VendorChannel[]; readonly nextCursor: string | null }>;
  readChannel(accessToken: string, channel: string): Promise<VendorChannel>;
  /** Joins a public channel. */
  join(accessToken: string, channel: string): Promise<void>;
  /** Posts. Never rejects: what became of it is the outcome. */
  post(accessToken: string, post: ChatPost): Promise<ChatOutcome>;
  /** Deletes a post; one that is gone counts as deleted. Never rejects. */
  remove(accessToken: string, place: { readonly channel: string; readonly ts: string }): Promise<ChatOutcome>;
}
