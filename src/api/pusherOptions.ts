/** Place and pace of the socket, for the unmodified Pusher client. */
import type { ClientConfig } from '#contract/system/entities.ts';

/** Options of the client. Pings often enough that a half-open socket is noticed within 40 s. */
export const createPusherOptions = ({ host, port, tls, cluster }: ClientConfig['realtime']) => ({
  cluster: cluster ?? 'none',
  ...(cluster === null
    ? {
        wsHost: host ?? window.location.hostname,
        wsPort: port ?? Number(window.location.port || 80),
        wssPort: port ?? Number(window.location.port || 443),
      }
    : {}),
  forceTLS: tls,
  enabledTransports: ['ws' as const, 'wss' as const],
  disableStats: true,
  activityTimeout: 15_000,
  pongTimeout: 8_000,
  unavailableTimeout: 5_000,
});
