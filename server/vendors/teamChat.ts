/** The port of team chat: connecting a workspace by OAuth, its channels, and posts. Failures of the vendor never read as ours. */
import type { OAuthVendor, VendorOutcome } from './oauthVendor.ts';

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

/** A post, as the vendor calls it. */
export interface ChatReceipt {
  readonly channel: string;
  readonly ts: string;
}

/** Outcome of a post or of its deletion. `noThread`: the thread is gone. */
export type ChatOutcome = VendorOutcome<ChatReceipt> | { readonly kind: 'noThread' };

export interface TeamChat extends OAuthVendor {
  /** A page of channels. Throws `GrantLostError`, `VendorRefusedError` and `VendorSilentError`, as the next two do. */
  listChannels(accessToken: string, cursor: string | null): Promise<{ readonly channels: readonly VendorChannel[]; readonly nextCursor: string | null }>;
  readChannel(accessToken: string, channel: string): Promise<VendorChannel>;
  /** Joins a public channel. */
  join(accessToken: string, channel: string): Promise<void>;
  /** Posts. Never rejects. */
  post(accessToken: string, post: ChatPost): Promise<ChatOutcome>;
  /** Deletes a post; one that is gone counts as deleted. Never rejects. */
  remove(accessToken: string, post: ChatReceipt): Promise<ChatOutcome>;
}
