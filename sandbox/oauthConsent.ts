/** The side of a vendor in OAuth that is the same for all of them: the consent page with its way back, requests for tokens, and the proof of who began (PKCE). */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, formatPage } from './page.ts';

/** Fields of a request for consent that all vendors take. */
export const askedFields = {
  redirect_uri: z.url(),
  scope: z.string().check(z.minLength(1)),
  state: z.optional(z.string()),
  code_challenge: z.optional(z.string().check(z.minLength(43))),
  code_challenge_method: z.optional(z.literal('S256')),
} as const;

/** Fields of a request for tokens. */
export const tokenFields = {
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  code_verifier: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
} as const;

interface Asked {
  readonly redirect_uri: string;
  readonly scope: string;
  readonly state?: string | undefined;
}

interface Consent<A extends Asked> {
  /** Address of the page; where its choice goes stands beside it, as `choose`. */
  readonly path: string;
  readonly title: string;
  readonly separator: ' ' | ',';
  /** Reads the query of a request; null for one that is refused. */
  parse(query: unknown): A | null;
  /** Answer to a request that is refused. */
  readonly refusal: string;
  /** Places that can be allowed; the first has the keyboard. */
  readonly choices: readonly { readonly id: string | number; readonly label: string }[];
  /** Makes the code of a choice; null for one that allows nothing. */
  allow(asked: A, choice: string): string | null;
}

/** Adds the consent page, and the way back to the app. */
export function registerConsent<A extends Asked>(app: FastifyInstance, { path, title, separator, parse, refusal, choices, allow }: Consent<A>): void {
  const buttons = choices.map(({ id, label }, at) => `<button name="account" value="${id}"${at === 0 ? ' autofocus' : ''}>${escapeHtml(label)}</button>`);
  app.get(path, async (request, reply) => {
    const asked = parse(request.query);
    if (asked === null) return reply.code(400).send(refusal);
    // The query is handed on with the choice.
    const hidden = Object.entries(asked).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value ?? ''))}">`);
    const scopes = asked.scope.split(separator).map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
    const form = `<form action="choose">${hidden.join('')}${buttons.join('')}<button name="account" value="">Cancel</button></form>`;
    return reply.type('text/html; charset=utf-8').send(formatPage(title, `<p>It will be able to:</p><ul>${scopes.join('')}</ul>${form}`));
  });
  app.get<{ Querystring: { account?: string } }>(path.replace(/[^/]+$/, 'choose'), async (request, reply) => {
    const asked = parse(request.query);
    if (asked === null) return reply.code(400).send(refusal);
    const code = allow(asked, request.query.account ?? '');
    const url = new URL(asked.redirect_uri);
    if (code === null) url.searchParams.set('error', 'access_denied');
    else url.searchParams.set('code', code);
    url.searchParams.set('state', asked.state ?? '');
    return reply.redirect(url.href, 302);
  });
}

/** True where the verifier is that of the challenge (S256), or there is neither: a verifier without a challenge is another's consent (RFC 9700, 2.1.1). */
export const fitsChallenge = (challenge: string | undefined, verifier: string | undefined): boolean =>
  challenge === undefined
    ? verifier === undefined
    : createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url') === challenge;
