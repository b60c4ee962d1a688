/**
 * HubSpot on a laptop: its consent page, the tokens of OAuth 2026-03 with their proof (PKCE), pipelines, owners in pages, contacts, calls and deals, and the refusals a
 * caller has to live with. Its page shows what was recorded, and takes the app out of an account.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { fitsChallenge, formatConsent } from '../oauthConsent.ts';
import { escapeHtml, formatPage } from '../page.ts';

/** The app that is registered here. */
export const hubspotApp = { clientId: '0f7c9a52-keyline', clientSecret: 'secret-of-the-app-at-sandbox-hubspot' } as const;

/** Accounts that exist here. */
export const hubspotAccounts = [
  { id: 24680135, name: 'Harbor Bikes CRM' },
  { id: 13579024, name: 'Elmwood CRM' },
] as const;

const pipelines = [
  {
    id: 'default',
    label: 'Sales pipeline',
    stages: [
      { id: 'appointmentscheduled', label: 'New lead' },
      { id: 'closedwon', label: 'Won' },
    ],
  },
  { id: '7733', label: 'Repairs', stages: [{ id: '77331', label: 'Asked' }] },
] as const;
const owners = [
  { id: '501', email: 'ana@harbor-bikes.example', firstName: 'Ana', lastName: 'Lopez' },
  { id: '502', email: 'ben@harbor-bikes.example', firstName: '', lastName: '' },
  { id: '503', email: 'cho@harbor-bikes.example', firstName: 'Cho', lastName: 'Park' },
] as const;
const ownersOnPage = 2;
const codeMs = 600_000;
const tokenSeconds = 1_800;

const objects = ['contacts', 'calls', 'deals'] as const;
type ObjectName = (typeof objects)[number];
/** Properties that each kind of object has here; another one is refused, as there. */
const known: Readonly<Record<ObjectName, readonly string[]>> = {
  contacts: ['phone', 'mobilephone', 'firstname', 'lastname', 'email'],
  calls: [
    'hs_timestamp',
    'hs_call_title',
    'hs_call_body',
    'hs_call_direction',
    'hs_call_status',
    'hs_call_duration',
    'hs_call_from_number',
    'hs_call_to_number',
    'hubspot_owner_id',
  ],
  deals: ['dealname', 'pipeline', 'dealstage', 'amount', 'description', 'hubspot_owner_id'],
};
/** Kind of association with a contact. */
const toContact = { calls: 194, deals: 3 } as const;

/** A record. */
interface CrmRecord {
  readonly account: number;
  readonly object: ObjectName;
  readonly id: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly contactId: string | null;
  isArchived: boolean;
}

interface Grant {
  readonly account: number;
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}

const acts = ['token', 'revoke', 'account', 'pipelines', 'owners', 'search', 'create', 'delete'] as const;
type Act = (typeof acts)[number];

export interface SandboxLeadCrm {
  /** Records, the oldest first; archived ones are marked. */
  list(object: ObjectName): readonly CrmRecord[];
  /** The next requests of a kind are answered so: by a status, or by a cut connection (`cut`: after it was done). */
  failNext(act: Act, ...ways: readonly (number | 'cut')[]): void;
  countRequests(act: Act): number;
  /** Takes the app out of an account, as its administrator does. */
  revoke(account: number): void;
  /** True while the app is in an account. */
  isInstalled(account: number): boolean;
  /** All access tokens expire now; refresh tokens stay good. */
  expireTokens(): void;
  register(app: FastifyInstance): Promise<void>;
}

const Asked = z.object({
  client_id: z.literal(hubspotApp.clientId),
  redirect_uri: z.url(),
  scope: z.string().check(z.regex(/(^| )oauth( |$)/)),
  state: z.optional(z.string()),
  code_challenge: z.optional(z.string().check(z.minLength(43))),
  code_challenge_method: z.optional(z.literal('S256')),
});
type Asked = z.output<typeof Asked>;
const Exchange = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  code_verifier: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
});
const Search = z.strictObject({
  filterGroups: z.array(z.object({ filters: z.array(z.object({ propertyName: z.string(), operator: z.literal('EQ'), value: z.string() })) })),
  properties: z.optional(z.array(z.string())),
  limit: z.optional(z.number()),
});
const Create = z.strictObject({
  properties: z.record(z.string(), z.string()),
  associations: z._default(
    z.array(
      z.object({
        to: z.object({ id: z.string() }),
        types: z.array(z.object({ associationCategory: z.literal('HUBSPOT_DEFINED'), associationTypeId: z.number() })),
      }),
    ),
    [],
  ),
});

interface Answer {
  readonly status: number;
  readonly body: object;
}
const ok = (body: object, status = 200): Answer => ({ status, body });
const refuse = (message: string, status = 400, category = 'VALIDATION_ERROR'): Answer => ({
  status,
  body: { status: 'error', message, correlationId: randomUUID(), category },
});

function formatRecords(records: readonly CrmRecord[], grants: readonly Grant[]): string {
  const installed = hubspotAccounts
    .filter(({ id }) => grants.some(({ account }) => account === id))
    .map(
      ({ id, name }) =>
        `<form method="post" action="hubspot/remove"><button name="account" value="${id}">Remove Keyline from ${escapeHtml(name)}</button></form>`,
    );
  const rows = records.toReversed().map(({ object, id, properties, isArchived }) => {
    const lines = Object.entries(properties).map(([name, value]) => `${name}: ${value}`);
    return `<article><h2>${object} ${id}${isArchived ? ' · deleted' : ''}</h2><pre>${escapeHtml(lines.join('\n'))}</pre></article>`;
  });
  return `${installed.length === 0 ? '<p>Keyline is in no account.</p>' : installed.join('')}${rows.length === 0 ? '<p>Nothing recorded yet.</p>' : rows.join('')}`;
}

/** Makes it. */
export function createSandboxLeadCrm(): SandboxLeadCrm {
  const records: CrmRecord[] = [];
  const codes = new Map<string, { readonly asked: Asked; readonly account: number; readonly until: number }>();
  let grants: Grant[] = [];
  const requests = new Map<Act, number>();
  const ways = new Map<Act, (number | 'cut')[]>();
  let count = 100;

  const isClient = ({ client_id: id, client_secret: secret }: { client_id: string; client_secret: string }) =>
    id === hubspotApp.clientId && secret === hubspotApp.clientSecret;
  const toTokens = (grant: Grant): Answer =>
    ok({ token_type: 'bearer', access_token: grant.accessToken, refresh_token: grant.refreshToken, expires_in: tokenSeconds, hub_id: grant.account });
  const exchange = ({ body }: FastifyRequest): Answer => {
    const sent = Exchange.safeParse(body).data;
    if (!sent) return refuse('missing or unknown parameters', 400, 'BAD_REQUEST');
    if (!isClient(sent)) return { status: 400, body: { status: 'BAD_CLIENT_SECRET', message: 'missing or invalid client id or secret' } };
    const expiresAt = Date.now() + tokenSeconds * 1_000;
    if (sent.grant_type === 'refresh_token') {
      const grant = grants.find(({ refreshToken }) => refreshToken === sent.refresh_token);
      if (!grant) return { status: 400, body: { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' } };
      Object.assign(grant, { accessToken: `CK-${randomUUID()}`, expiresAt });
      return toTokens(grant);
    }
    const granted = codes.get(sent.code ?? '');
    codes.delete(sent.code ?? '');
    if (!granted || granted.until < Date.now()) return { status: 400, body: { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code' } };
    if (granted.asked.redirect_uri !== sent.redirect_uri) return { status: 400, body: { status: 'MISMATCH_REDIRECT_URI_AUTH_CODE', message: 'redirect uri' } };
    if (!fitsChallenge(granted.asked.code_challenge, sent.code_verifier))
      return { status: 400, body: { status: 'BAD_CODE_VERIFIER', message: 'code verifier' } };
    const grant: Grant = { account: granted.account, accessToken: `CK-${randomUUID()}`, refreshToken: `na1-${randomUUID()}`, expiresAt };
    grants.push(grant);
    return toTokens(grant);
  };
  const giveBack = ({ body }: FastifyRequest): Answer => {
    const sent = z.object({ client_id: z.string(), client_secret: z.string(), token: z.string() }).safeParse(body).data;
    if (!sent || !isClient(sent)) return refuse('missing or invalid client', 400, 'BAD_REQUEST');
    grants = grants.filter(({ refreshToken, accessToken }) => refreshToken !== sent.token && accessToken !== sent.token);
    return ok({});
  };
  const findOwn = (account: number, object: ObjectName) => records.filter((each) => each.account === account && each.object === object && !each.isArchived);
  const search = (account: number, body: unknown): Answer => {
    const asked = Search.safeParse(body);
    if (!asked.success) return refuse('Invalid input JSON');
    const results = findOwn(account, 'contacts').filter(({ properties }) =>
      asked.data.filterGroups.some(({ filters }) => filters.every(({ propertyName, value }) => properties[propertyName] === value)),
    );
    return ok({ total: results.length, results: results.slice(0, asked.data.limit ?? 10).map(({ id, properties }) => ({ id, properties })) });
  };
  const findObjection = (account: number, object: ObjectName, { properties, associations }: z.output<typeof Create>): string | null => {
    const unknown = Object.keys(properties).find((name) => !known[object].includes(name));
    if (unknown !== undefined) return `Property values were not valid: Property "${unknown}" does not exist`;
    const { pipeline, dealstage, hubspot_owner_id: owner, hs_timestamp: at } = properties;
    if (object === 'calls' && (at === undefined || Number.isNaN(Date.parse(at)))) return 'Property values were not valid: hs_timestamp is required';
    const found = pipelines.find(({ id }) => id === pipeline);
    if (object === 'deals' && !found?.stages.some(({ id }) => id === dealstage)) return `Property values were not valid: ${dealstage} is not a valid stage`;
    if (owner !== undefined && !owners.some(({ id }) => id === owner)) return `Property values were not valid: owner ${owner} does not exist`;
    for (const { to, types } of associations) {
      if (!findOwn(account, 'contacts').some(({ id }) => id === to.id)) return `No contact with ID ${to.id}`;
      if (object === 'contacts' || types.some(({ associationTypeId }) => associationTypeId !== toContact[object])) return 'Invalid association type';
    }
    return null;
  };
  const create = (account: number, object: ObjectName, body: unknown): Answer => {
    const asked = Create.safeParse(body);
    if (!asked.success) return refuse('Invalid input JSON');
    const objection = findObjection(account, object, asked.data);
    if (objection !== null) return refuse(objection);
    count += 1;
    const { properties, associations } = asked.data;
    records.push({ account, object, id: String(count), properties, contactId: associations[0]?.to.id ?? null, isArchived: false });
    return ok({ id: String(count), properties }, 201);
  };
  const listOwners = (query: unknown): Answer => {
    const { after } = z.object({ after: z._default(z.string(), '0') }).parse(query);
    const from = Number(after);
    const next = from + ownersOnPage;
    return ok({ results: owners.slice(from, next), ...(next < owners.length ? { paging: { next: { after: String(next) } } } : {}) });
  };
  const remove = (account: number, object: ObjectName, id: string): Answer => {
    const found = findOwn(account, object).find((each) => each.id === id);
    if (found) found.isArchived = true;
    return { status: 204, body: {} };
  };
  const revoke = (account: number) => {
    grants = grants.filter((grant) => grant.account !== account);
  };

  /** Answers, or fails as a test wants it. `work` is given the account of the token. */
  const answer = async (act: Act, request: FastifyRequest, reply: FastifyReply, work: (account: number) => Answer) => {
    requests.set(act, (requests.get(act) ?? 0) + 1);
    const way = ways.get(act)?.shift();
    if (typeof way === 'number') return reply.code(way).header('retry-after', '1').send({ status: 'error', message: 'As a test wants it' });
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const grant = grants.find(({ accessToken, expiresAt }) => accessToken === token && expiresAt > Date.now());
    const isOpen = act === 'token' || act === 'revoke';
    const { status, body } =
      isOpen || grant ? work(grant?.account ?? 0) : refuse('The OAuth token used to make this call is expired or unknown', 401, 'EXPIRED_AUTHENTICATION');
    if (way === 'cut') {
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    return status === 204 ? reply.code(204).send() : reply.code(status).send(body);
  };

  return {
    list: (object) => records.filter((each) => each.object === object),
    failNext: (act, ...next) => void ways.set(act, [...(ways.get(act) ?? []), ...next]),
    countRequests: (act) => requests.get(act) ?? 0,
    revoke,
    isInstalled: (account) => grants.some((grant) => grant.account === account),
    expireTokens: () => {
      for (const grant of grants) grant.expiresAt = 0;
    },
    async register(app) {
      const readAsked = (request: FastifyRequest) => Asked.safeParse(request.query).data ?? null;
      const isHtml = (reply: FastifyReply) => reply.type('text/html; charset=utf-8');
      app.get('/hubspot', async (_request, reply) => isHtml(reply).send(formatPage('Sandbox HubSpot', formatRecords(records, grants), 5)));
      app.post('/hubspot/remove', async (request, reply) => {
        revoke(Number(z.object({ account: z.string() }).parse(request.body).account));
        return reply.redirect('/hubspot', 303);
      });
      app.get('/hubspot/oauth/authorize', async (request, reply) => {
        const asked = readAsked(request);
        return asked
          ? isHtml(reply).send(
              formatConsent({
                title: 'Keyline asks to enter a CRM',
                scopes: asked.scope.split(' '),
                asked,
                field: 'account',
                choices: hubspotAccounts.map(({ id, name }) => ({ id, label: `Connect ${name}` })),
              }),
            )
          : reply.code(400).send('We couldn’t complete the connection');
      });
      app.get<{ Querystring: { account?: string } }>('/hubspot/oauth/choose', async (request, reply) => {
        const asked = readAsked(request);
        if (!asked) return reply.code(400).send('We couldn’t complete the connection');
        const account = hubspotAccounts.find(({ id }) => String(id) === request.query.account);
        const url = new URL(asked.redirect_uri);
        if (account) {
          const code = randomUUID();
          codes.set(code, { asked, account: account.id, until: Date.now() + codeMs });
          url.searchParams.set('code', code);
        } else url.searchParams.set('error', 'access_denied');
        url.searchParams.set('state', asked.state ?? '');
        return reply.redirect(url.href, 302);
      });
      const api = '/hubspot/crm/v3';
      app.post('/hubspot/oauth/2026-03/token', (request, reply) => answer('token', request, reply, () => exchange(request)));
      app.post('/hubspot/oauth/2026-03/token/revoke', (request, reply) => answer('revoke', request, reply, () => giveBack(request)));
      app.get('/hubspot/account-info/v3/details', (request, reply) =>
        answer('account', request, reply, (portalId) => ok({ portalId, accountType: 'STANDARD', companyCurrency: 'USD' })),
      );
      app.get(`${api}/pipelines/deals`, (request, reply) => answer('pipelines', request, reply, () => ok({ results: pipelines })));
      app.get(`${api}/owners`, (request, reply) => answer('owners', request, reply, () => listOwners(request.query)));
      app.post(`${api}/objects/contacts/search`, (request, reply) => answer('search', request, reply, (account) => search(account, request.body)));
      for (const object of objects) {
        app.post(`${api}/objects/${object}`, (request, reply) => answer('create', request, reply, (account) => create(account, object, request.body)));
        app.delete<{ Params: { id: string } }>(`${api}/objects/${object}/:id`, (request, reply) =>
          answer('delete', request, reply, (account) => remove(account, object, request.params.id)),
        );
      }
    },
  };
}
