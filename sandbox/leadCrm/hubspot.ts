/**
 * HubSpot on a laptop: its consent page, the tokens of OAuth 2026-03 with their proof (PKCE), pipelines, owners in pages, contacts, calls and deals, and the refusals a
 * caller has to live with. Its page shows what was recorded, and takes the app out of an account.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { askedFields, fitsChallenge, registerConsent, tokenFields } from '../oauthConsent.ts';
import { type Answer, createWays, ok, readBearer, registerVendorPage, sendAnswer } from '../vendorAnswers.ts';

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
  ...askedFields,
  client_id: z.literal(hubspotApp.clientId),
  scope: z.string().check(z.regex(/(^| )oauth( |$)/)),
});
type Asked = z.output<typeof Asked>;
const Exchange = z.object(tokenFields);
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

const refuse = (message: string, status = 400, category = 'VALIDATION_ERROR'): Answer => ({
  status,
  body: { status: 'error', message, correlationId: randomUUID(), category },
});

/** Makes it. */
export function createSandboxLeadCrm(): SandboxLeadCrm {
  const records: CrmRecord[] = [];
  const codes = new Map<string, { readonly asked: Asked; readonly account: number; readonly until: number }>();
  let grants: Grant[] = [];
  const { failNext, take, countRequests } = createWays<Act>();
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
    const way = take(act);
    if (typeof way === 'number') return reply.code(way).header('retry-after', '1').send({ status: 'error', message: 'As a test wants it' });
    const token = readBearer(request);
    const grant = grants.find(({ accessToken, expiresAt }) => accessToken === token && expiresAt > Date.now());
    const isOpen = act === 'token' || act === 'revoke';
    const answered =
      isOpen || grant ? work(grant?.account ?? 0) : refuse('The OAuth token used to make this call is expired or unknown', 401, 'EXPIRED_AUTHENTICATION');
    return sendAnswer(reply, answered, way === 'cut');
  };

  return {
    list: (object) => records.filter((each) => each.object === object),
    failNext,
    countRequests,
    revoke,
    isInstalled: (account) => grants.some((grant) => grant.account === account),
    expireTokens: () => {
      for (const grant of grants) grant.expiresAt = 0;
    },
    async register(app) {
      registerVendorPage(app, {
        path: '/hubspot',
        title: 'Sandbox HubSpot',
        noAccount: 'Keyline is in no account.',
        nothing: 'Nothing recorded yet.',
        listInstalled: () => hubspotAccounts.filter(({ id }) => grants.some(({ account }) => account === id)),
        listTold: () =>
          records.toReversed().map(({ object, id, properties, isArchived }) => ({
            title: `${object} ${id}${isArchived ? ' · deleted' : ''}`,
            lines: Object.entries(properties).map(([name, value]) => `${name}: ${value}`),
          })),
        remove: (id) => revoke(Number(id)),
      });
      registerConsent(app, {
        path: '/hubspot/oauth/authorize',
        title: 'Keyline asks to enter a CRM',
        separator: ' ',
        parse: (query) => Asked.safeParse(query).data ?? null,
        refusal: 'We couldn’t complete the connection',
        choices: hubspotAccounts.map(({ id, name }) => ({ id, label: `Connect ${name}` })),
        allow(asked, choice) {
          const account = hubspotAccounts.find(({ id }) => String(id) === choice);
          if (!account) return null;
          const code = randomUUID();
          codes.set(code, { asked, account: account.id, until: Date.now() + codeMs });
          return code;
        },
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
