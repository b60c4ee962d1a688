/** Security headers of the app's pages. */
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '../config.ts';
import type { Web } from './web.ts';

/** Where the browser opens its socket when that is not this server. */
function sockets({ realtime }: Config): string[] {
  if (realtime.driver === 'embedded') return [];
  const host = realtime.host ?? `ws-${realtime.cluster}.pusher.com`;
  return [`${realtime.tls ? 'wss' : 'ws'}://${host}${realtime.port === null ? '' : `:${realtime.port}`}`];
}

/** Our own socket, said out loud for browsers whose 'self' does not mean it. */
const ownSockets = ({ publicUrl }: Config) => [publicUrl.replace(/^http/, 'ws')];

/** The content policy: our own files, our own socket, and the sandbox where there is one. */
export function securityHeaders(config: Config, web: Web): FastifyHelmetOptions {
  const sandbox = config.sandboxUrl === null ? [] : [new URL(config.sandboxUrl).origin];
  const secure = config.publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Vite's development page carries an inline preamble.
        scriptSrc: web === 'vite' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
        // Panels, virtual rows and notices place themselves by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...ownSockets(config), ...sockets(config), ...sandbox],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...sandbox],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  };
}
