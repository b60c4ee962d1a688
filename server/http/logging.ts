/** Structured logs that tell what happened, never to whom: no numbers, addresses, bodies or tokens. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

const hidden: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{N}_.+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/gu, '•@•'],
  // Ids of the carrier, cut off ones as well.
  [/\b(?:AC|CA|MM|PN|RE|SM)[0-9a-f]{6,}/gi, '•'],
  [/\+?\d[\d\s()./·•_\u2010-\u2015-]{5,}\d/g, '•'],
  [/[A-Za-z0-9_-]{24,}/g, '•'],
];

/** Text without what could be a phone number, an e-mail address or a token. */
export function maskText(text: string): string {
  return hidden.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), text);
}

/** An error as it may stand in a log: its kind, code, masked words and where in our code it arose. */
export function maskError(error: unknown): { type: string; message: string; stack: string; [key: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: maskText(String(error)), stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const stack = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    message: maskText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: stack.slice(0, 12).join('\n'),
    ...(error.cause === undefined ? {} : { cause: maskError(error.cause) }),
  };
}

/** Fastify's logger settings: requests are told by `logRequests`, errors masked wherever they are logged. */
export function loggerOptions(config: Config, stream?: { write(line: string): void }): NonNullable<FastifyServerOptions['logger']> {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    ...(stream ? { stream } : {}),
    serializers: { err: maskError },
    redact: { paths: ['headers', 'body', 'password', 'token', 'secret', '*.password', '*.token', '*.secret', '*.body', '*.number', '*.email'], censor: '•' },
  };
}

/** One line a request: the route as it was declared, not as it was called. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && route !== '/health') {
      request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'request');
    }
    done();
  });
}
