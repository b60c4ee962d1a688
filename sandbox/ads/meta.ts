/**
 * Meta Ads on a laptop: the consent page with permissions that can be left out, tokens for 60 days with their proof (appsecret_proof), businesses, ad accounts, pixels and
 * custom conversions in pages, events of the Conversions API, and the refusals a caller has to live with. Its page shows the events, and takes the app out of an account.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { askedFields, registerConsent } from '../oauthConsent.ts';
import { type Answer, createWays, ok, readBearer, registerVendorPage, sendAnswer } from '../vendorAnswers.ts';

/** The app that is registered here. */
export const metaAdsApp = { appId: '771020345', appSecret: 'secret-of-the-app-at-sandbox-meta' } as const;

/** People who can allow the app. `businesses`: those they work for. */
export const metaPeople = [
  { id: '10220113', name: 'Maya Harbor', businesses: ['6610001', '6610002'] },
  { id: '10220999', name: 'Eli Elmwood', businesses: ['6610009'] },
] as const;

const businesses = [
  { id: '6610001', name: 'Harbor Bikes', owned: ['330001', '330002'], clients: [] },
  { id: '6610002', name: 'Harbor Agency', owned: [], clients: ['330003'] },
  { id: '6610009', name: 'Elmwood', owned: ['330009'], clients: [] },
] as const;
const accounts = [
  { account_id: '330001', name: 'Harbor Bikes ads' },
  { account_id: '330002', name: 'Harbor Rentals ads' },
  { account_id: '330003', name: 'Harbor Repairs ads' },
  { account_id: '330009', name: 'Elmwood ads' },
] as const;
const pixels = [
  { id: '880001', name: 'Harbor site', accounts: ['330001', '330002'] },
  { id: '880002', name: 'Harbor shop', accounts: ['330001'] },
  { id: '880003', name: 'Repairs site', accounts: ['330003'] },
  { id: '880009', name: 'Elmwood site', accounts: ['330009'] },
] as const;
const conversions = [
  { id: '990001', name: 'Good call', account: '330001', rule: '{"and":[{"event":{"eq":"GoodCall"}}]}', is_archived: false, pixel: { id: '880001' } },
  { id: '990002', name: 'Thank-you page', account: '330001', rule: '{"and":[{"url":{"i_contains":"thanks"}}]}', is_archived: false, pixel: { id: '880001' } },
  { id: '990003', name: 'Old call', account: '330001', rule: '{"and":[{"event":{"eq":"OldCall"}}]}', is_archived: true, pixel: { id: '880001' } },
  { id: '990004', name: 'Shop lead', account: '330001', rule: '{"event":{"eq":"Lead"}}', is_archived: false, pixel: { id: '880002' } },
] as const;
const rowsOnPage = 1;
const codeMs = 600_000;
const tokenSeconds = { short: 5_400, long: 5_184_000 } as const;
/** An older event refuses its whole request. */
const maxAgeSeconds = 7 * 86_400;
const apiVersion = 'v26.0';
const neededScope = 'ads_management';

type Act = 'token' | 'me' | 'list' | 'events' | 'revoke';

/** An event as it was taken: one of the same name and id is the same event. */
interface MetaEvent {
  readonly pixelId: string;
  readonly name: string;
  readonly id: string;
  readonly click: string;
  readonly at: number;
  readonly value: number | null;
  /** Requests it came by. */
  told: number;
}
interface Grant {
  readonly personId: string;
  readonly scopes: readonly string[];
  readonly token: string;
  readonly isLong: boolean;
  readonly expiresAt: number;
}

export interface SandboxMetaAds {
  events(): readonly MetaEvent[];
  /** Fails the next requests: by a status, a code of the Graph API with 400, or a connection that is cut after the work was done. */
  failNext(act: Act, ...ways: (number | { readonly code: number } | 'cut')[]): void;
  countRequests(act: Act): number;
  /** Takes the app out of a person's account, as they can at Meta. */
  revoke(personId: string): void;
  isInstalled(personId: string): boolean;
  register(app: FastifyInstance): Promise<void>;
}

const Asked = z.object({
  redirect_uri: askedFields.redirect_uri,
  scope: askedFields.scope,
  state: askedFields.state,
  client_id: z.literal(metaAdsApp.appId),
  response_type: z.literal('code'),
  auth_type: z.optional(z.literal('rerequest')),
});
type Asked = z.output<typeof Asked>;
const Exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  grant_type: z.optional(z.string()),
  fb_exchange_token: z.optional(z.string()),
});
const Sent = z.strictObject({
  data: z
    .array(
      z.strictObject({
        event_name: z.string().check(z.minLength(1), z.maxLength(50)),
        event_time: z.int(),
        event_id: z.string().check(z.minLength(1)),
        action_source: z.enum(['phone_call', 'website', 'system_generated', 'other']),
        event_source_url: z.optional(z.url()),
        user_data: z.strictObject({ fbc: z.optional(z.string()), client_user_agent: z.optional(z.string()) }),
        custom_data: z.optional(z.strictObject({ value: z.number(), currency: z.string().check(z.length(3)) })),
      }),
    )
    .check(z.minLength(1), z.maxLength(1_000)),
});

const refuse = (message: string, code = 100, status = 400, words?: string): Answer => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: randomUUID(), ...(words === undefined ? {} : { error_user_msg: words }) } },
});
const missing = (id: string): Answer => ({
  status: 400,
  body: {
    error: {
      message: `Unsupported post request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions.`,
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
      fbtrace_id: randomUUID(),
    },
  },
});
const denied = refuse('(#200) Missing permissions', 200, 403);
const lost = refuse('Error validating access token: The session has been invalidated.', 190, 401);

/** Ad accounts that a person reaches by their businesses. */
const listReached = (personId: string): readonly string[] => {
  const own: readonly string[] = metaPeople.find(({ id }) => id === personId)?.businesses ?? [];
  return businesses.filter(({ id }) => own.includes(id)).flatMap(({ owned, clients }) => [...owned, ...clients]);
};

/** Makes it. */
export function createSandboxMetaAds(): SandboxMetaAds {
  const told: MetaEvent[] = [];
  const codes = new Map<string, { readonly asked: Asked; readonly personId: string; readonly scopes: readonly string[]; readonly until: number }>();
  let grants: Grant[] = [];
  const { failNext, take: takeWay, countRequests } = createWays<Act, number | { readonly code: number }>();

  const giveToken = (personId: string, scopes: readonly string[], isLong: boolean): Answer => {
    const seconds = isLong ? tokenSeconds.long : tokenSeconds.short;
    const token = `EAA${randomUUID().replaceAll('-', '')}`;
    grants.push({ personId, scopes, token, isLong, expiresAt: Date.now() + seconds * 1_000 });
    return ok({ access_token: token, token_type: 'bearer', expires_in: seconds });
  };
  const exchange = ({ body }: FastifyRequest): Answer => {
    const sent = Exchange.safeParse(body).data;
    if (sent?.client_id !== metaAdsApp.appId || sent.client_secret !== metaAdsApp.appSecret) return refuse('Error validating client secret.', 1, 400);
    if (sent.grant_type === 'fb_exchange_token') {
      const grant = grants.find(({ token, isLong }) => token === sent.fb_exchange_token && !isLong);
      return grant ? giveToken(grant.personId, grant.scopes, true) : lost;
    }
    const granted = codes.get(sent.code ?? '');
    codes.delete(sent.code ?? '');
    if (!granted || granted.until < Date.now()) return refuse('Invalid verification code format.');
    if (granted.asked.redirect_uri !== sent.redirect_uri) return refuse('Error validating verification code. Please make sure your redirect_uri is identical.');
    return giveToken(granted.personId, granted.scopes, false);
  };
  const revoke = (personId: string) => {
    grants = grants.filter((grant) => grant.personId !== personId);
  };

  /** A page of rows; the next one is named by a cursor. */
  const page = (rows: readonly object[], { query }: FastifyRequest): Answer => {
    const start = Number(z.object({ after: z._default(z.string(), '0') }).safeParse(query).data?.after ?? '0');
    const next = start + rowsOnPage;
    const data = rows.slice(start, next);
    return ok({
      data,
      paging: { cursors: { before: String(start), after: String(next) }, ...(next < rows.length ? { next: 'https://graph.facebook.com/next' } : {}) },
    });
  };

  /** One bad event refuses the whole request. */
  const take = ({ personId }: Grant, pixelId: string, body: unknown): Answer => {
    const pixel = pixels.find(({ id }) => id === pixelId);
    const reached = listReached(personId);
    if (!pixel?.accounts.some((account) => reached.includes(account))) return missing(pixelId);
    const sent = Sent.safeParse(body);
    if (!sent.success) return refuse('Invalid parameter', 100, 400, `Param ${sent.error.issues[0]?.path.join('.') ?? 'data'} is not valid.`);
    const now = Date.now() / 1_000;
    for (const { event_time: at, user_data: user, action_source: source, event_source_url: url } of sent.data.data) {
      if (now - at > maxAgeSeconds || at > now + 60) return refuse('Invalid parameter', 100, 400, 'The timestamp for this event is too far in the past.');
      if (user.fbc === undefined) return refuse('Invalid parameter', 100, 400, 'Your event doesn’t have enough customer information parameters.');
      if (!/^fb\.[0-2]\.\d{13}\.\S+$/.test(user.fbc)) return refuse('Invalid parameter', 100, 400, 'The fbc of this event is not valid.');
      if (source === 'website' && (url === undefined || user.client_user_agent === undefined))
        return refuse('Invalid parameter', 100, 400, 'A website event needs its address and its user agent.');
    }
    for (const { event_name: name, event_id: id, event_time: at, user_data: user, custom_data: custom } of sent.data.data) {
      const known = told.find((each) => each.pixelId === pixelId && each.name === name && each.id === id);
      if (known) known.told += 1;
      else told.push({ pixelId, name, id, click: user.fbc ?? '', at, value: custom?.value ?? null, told: 1 });
    }
    return ok({ events_received: sent.data.data.length, messages: [], fbtrace_id: randomUUID() });
  };

  /** Answers, or fails as a test wants it. */
  const answer = async (act: Act, reply: FastifyReply, work: () => Answer) => {
    const way = takeWay(act);
    if (typeof way === 'number' || typeof way === 'object') {
      const { status, body } = typeof way === 'number' ? refuse('As a test wants it', 0, way) : refuse('As a test wants it', way.code);
      return reply.code(status).header('retry-after', '1').send(body);
    }
    return sendAnswer(reply, work(), way === 'cut');
  };
  /** A call of the Graph API needs a token that is good, and its proof. */
  const withGrant = (request: FastifyRequest, work: (grant: Grant) => Answer) => (): Answer => {
    const token = readBearer(request);
    const grant = grants.find((each) => each.token === token && each.expiresAt > Date.now());
    if (!grant) return lost;
    const proof = z.object({ appsecret_proof: z.string() }).safeParse(request.query).data?.appsecret_proof;
    if (proof !== createHmac('sha256', metaAdsApp.appSecret).update(token).digest('hex'))
      return refuse('Invalid appsecret_proof provided in the API argument', 100, 400);
    return work(grant);
  };
  const withScope = (request: FastifyRequest, work: (grant: Grant) => Answer) =>
    withGrant(request, (grant) => (grant.scopes.includes(neededScope) ? work(grant) : denied));

  return {
    events: () => told,
    failNext,
    countRequests,
    revoke,
    isInstalled: (personId) => grants.some((grant) => grant.personId === personId),
    async register(app) {
      const api = `/meta/${apiVersion}`;
      registerVendorPage(app, {
        path: '/meta',
        title: 'Sandbox Meta Ads',
        noAccount: 'Keyline is in no account.',
        nothing: 'No events yet.',
        listInstalled: () => metaPeople.filter(({ id }) => grants.some((grant) => grant.personId === id)),
        listTold: () =>
          told.toReversed().map(({ pixelId, name, id, click, at, value }) => ({
            title: name,
            lines: [`pixel: ${pixelId}`, `event: ${id}`, `click: ${click}`, `time: ${new Date(at * 1_000).toISOString()}`, `value: ${value ?? 'none'}`],
          })),
        remove: revoke,
      });
      registerConsent(app, {
        path: `${api}/dialog/oauth`,
        title: 'Keyline wants access to your businesses at Meta',
        separator: ',',
        parse: (query) => Asked.safeParse(query).data ?? null,
        refusal: 'Invalid request',
        choices: metaPeople.flatMap(({ id, name }) => [
          { id, label: `Continue as ${name}` },
          { id: `${id} partly`, label: `Continue as ${name}, without sending events` },
        ]),
        allow(asked, choice) {
          const [personId, part] = choice.split(' ');
          const person = metaPeople.find(({ id }) => id === personId);
          if (!person) return null;
          const code = `AQ${randomUUID()}`;
          const scopes = asked.scope.split(',').filter((scope) => part === undefined || scope !== neededScope);
          codes.set(code, { asked, personId: person.id, scopes, until: Date.now() + codeMs });
          return code;
        },
      });
      app.post(`${api}/oauth/access_token`, (request, reply) => answer('token', reply, () => exchange(request)));
      app.get(`${api}/me`, (request, reply) =>
        answer(
          'me',
          reply,
          withGrant(request, ({ personId }) => ok({ id: personId, name: metaPeople.find(({ id }) => id === personId)?.name })),
        ),
      );
      app.get(`${api}/me/permissions`, (request, reply) =>
        answer(
          'me',
          reply,
          withGrant(request, ({ scopes }) => {
            const all = [...new Set([...scopes, neededScope])];
            return ok({ data: all.map((permission) => ({ permission, status: scopes.includes(permission) ? 'granted' : 'declined' })) });
          }),
        ),
      );
      /** Takes the app out of the person's account, with all their tokens. */
      app.delete(`${api}/me/permissions`, (request, reply) =>
        answer(
          'revoke',
          reply,
          withGrant(request, ({ personId }) => {
            revoke(personId);
            return ok({ success: true });
          }),
        ),
      );
      app.get(`${api}/me/businesses`, (request, reply) =>
        answer(
          'list',
          reply,
          withScope(request, ({ personId }) => {
            const own: readonly string[] = metaPeople.find(({ id }) => id === personId)?.businesses ?? [];
            return page(
              businesses.filter(({ id }) => own.includes(id)).map(({ id, name }) => ({ id, name })),
              request,
            );
          }),
        ),
      );
      const ofBusiness = (request: FastifyRequest<{ Params: { id: string } }>, work: (business: (typeof businesses)[number]) => Answer) =>
        withScope(request, ({ personId }) => {
          const own: readonly string[] = metaPeople.find(({ id }) => id === personId)?.businesses ?? [];
          const business = businesses.find(({ id }) => id === request.params.id && own.includes(id));
          return business ? work(business) : denied;
        });
      const toAccounts = (ids: readonly string[]) =>
        accounts.filter(({ account_id: id }) => ids.includes(id)).map((each) => ({ id: `act_${each.account_id}`, ...each }));
      app.get<{ Params: { id: string } }>(`${api}/:id`, (request, reply) =>
        answer(
          'list',
          reply,
          ofBusiness(request, ({ id, name }) => ok({ id, name })),
        ),
      );
      app.get<{ Params: { id: string } }>(`${api}/:id/owned_ad_accounts`, (request, reply) =>
        answer(
          'list',
          reply,
          ofBusiness(request, ({ owned }) => page(toAccounts(owned), request)),
        ),
      );
      app.get<{ Params: { id: string } }>(`${api}/:id/client_ad_accounts`, (request, reply) =>
        answer(
          'list',
          reply,
          ofBusiness(request, ({ clients }) => page(toAccounts(clients), request)),
        ),
      );
      const ofAccount = (request: FastifyRequest<{ Params: { id: string } }>, work: (account: string) => Answer) =>
        withScope(request, ({ personId }) => {
          const account = /^act_(\d+)$/.exec(request.params.id)?.[1] ?? '';
          return listReached(personId).includes(account) ? work(account) : denied;
        });
      app.get<{ Params: { id: string } }>(`${api}/:id/adspixels`, (request, reply) =>
        answer(
          'list',
          reply,
          ofAccount(request, (account) =>
            page(
              pixels.filter((each) => each.accounts.some((id) => id === account)).map(({ id, name }) => ({ id, name })),
              request,
            ),
          ),
        ),
      );
      app.get<{ Params: { id: string } }>(`${api}/:id/customconversions`, (request, reply) =>
        answer(
          'list',
          reply,
          ofAccount(request, (owner) =>
            page(
              conversions.filter(({ account }) => account === owner).map(({ account: _account, ...each }) => each),
              request,
            ),
          ),
        ),
      );
      app.post<{ Params: { id: string } }>(`${api}/:id/events`, (request, reply) =>
        answer(
          'events',
          reply,
          withScope(request, (grant) => take(grant, request.params.id, request.body)),
        ),
      );
    },
  };
}
