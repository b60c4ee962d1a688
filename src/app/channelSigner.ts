/** Signs the socket's private channels with the push channel's own token (CALL-088, FLOW-210). */

import type { RouteReply } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { App } from '../api/app.ts';
import { toPlainError } from '../api/errors.ts';
import { retryOnce } from '../api/retryOnce.ts';

interface PushToken {
  readonly value: string;
  /** Epoch milliseconds. */
  readonly renewAt: number;
}

type Signature = RouteReply<typeof routes.auth.channelAuth>;

/** Signs one subscription of one socket; rejects with the server's refusal. */
type SignChannel = (channel: { readonly socketId: string; readonly channelName: string }) => Promise<Signature>;

/**
 * Makes the signer of one connection. The token is asked for at once, beside the opening of the socket, serves every channel until half of its
 * life is over, and is asked for again when the server no longer knows it. While staff act as a user the server gives none: the cookie signs.
 */
export function createChannelSigner({ api, get }: Pick<App, 'api' | 'get'>): SignChannel {
  const request = async (): Promise<PushToken | null> => {
    if (get().user?.isAdmin) return null;
    try {
      const { token, expiresIn } = await retryOnce((signal) => api.call('auth.beamToken', { signal }));
      return { value: token, renewAt: Date.now() + expiresIn * 500 };
    } catch (thrown) {
      // Another tab of this browser may have begun to act as a user, which this one does not know yet.
      if (toPlainError(thrown).status === 403) return null;
      throw thrown;
    }
  };
  let pending = request();
  // A failure is seen by the channel that needs the token.
  pending.catch(() => undefined);

  const renew = (): Promise<PushToken | null> => {
    pending = request();
    return pending;
  };
  const current = async (): Promise<PushToken | null> => {
    const token = await pending.catch(renew);
    return token === null || token.renewAt > Date.now() ? token : renew();
  };
  return async (body) => {
    const sign = (token: PushToken | null) =>
      retryOnce((signal) => api.call('auth.channelAuth', { body, signal, ...(token === null ? {} : { bearer: token.value }) }));
    const token = await current();
    try {
      return await sign(token);
    } catch (thrown) {
      if (token === null || toPlainError(thrown).status !== 401) throw thrown;
      return await sign(await renew());
    }
  };
}
