/**
 * Google Ads on a laptop: the consent page with permissions that can be left out, tokens with their proof (PKCE), accounts and managers, conversion actions, events of the
 * Data Manager API, and the refusals a caller has to live with. Its page shows the conversions, and takes the app out of an account.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { askedFields, fitsChallenge, registerConsent, tokenFields } from '../oauthConsent.ts';
import { type Answer, createWays, ok, readBearer, registerVendorPage, sendAnswer } from '../vendorAnswers.ts';

/** The app that is registered here. */
export const googleAdsApp = {
  clientId: '491823-keyline.apps.sandbox.example',
  clientSecret: 'secret-of-the-app-at-sandbox-google',
  developerToken: 'developer-token-of-the-sandbox',
} as const;

/** People who can allow the app. `own`: customers they reach by themselves. */
export const googlePeople = [
  { sub: '110248', email: 'ads@harbor-bikes.example', own: ['1112223333', '9990001111', '4040404040'] },
  { sub: '220913', email: 'ads@elmwood.example', own: ['5556667777'] },
] as const;

interface SandboxCustomer {
  readonly id: string;
  readonly name: string;
  readonly isManager: boolean;
  readonly managerId: string | null;
  readonly isClosed: boolean;
}
const customers: readonly SandboxCustomer[] = [
  { id: '1112223333', name: 'Harbor Bikes', isManager: false, managerId: null, isClosed: false },
  { id: '9990001111', name: 'Harbor Agency', isManager: true, managerId: null, isClosed: false },
  { id: '9990002222', name: 'Harbor Rentals', isManager: false, managerId: '9990001111', isClosed: false },
  { id: '9990003333', name: 'Harbor Repairs', isManager: false, managerId: '9990001111', isClosed: false },
  { id: '4040404040', name: 'Old shop', isManager: false, managerId: null, isClosed: true },
  { id: '5556667777', name: 'Elmwood', isManager: false, managerId: null, isClosed: false },
];
const clientsOnPage = 1;
const codeMs = 600_000;
const tokenSeconds = 3_599;
/** Conversions of older clicks are refused. */
const maxAgeMs = 90 * 86_400_000;
/** A request that was taken is processed for so long. */
const processingMs = 600_000;
const adsVersion = 'v26';
const adsScope = 'https://www.googleapis.com/auth/adwords';

type Act = 'token' | 'revoke' | 'person' | 'accounts' | 'search' | 'mutate' | 'ingest' | 'status';

/** A conversion action. */
interface Action {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly category: string;
}
/** A conversion as it counts now: an event of the same transaction restates its value. `value` null: the value of its action. */
interface AdConversion {
  readonly customerId: string;
  readonly actionName: string;
  readonly transactionId: string;
  readonly click: string;
  readonly at: string;
  value: number | null;
  /** Events it was told by. */
  told: number;
}
interface Grant {
  readonly sub: string;
  readonly scope: string;
  accessToken: string;
  readonly refreshToken: string;
  expiresAt: number;
}

export interface SandboxGoogleAds {
  conversions(): readonly AdConversion[];
  actions(customerId: string): readonly Action[];
  removeActions(customerId: string): void;
  /** Fails the next requests: by a status, or by a connection that is cut after the work was done. */
  failNext(act: Act, ...ways: (number | 'cut')[]): void;
  /** Ends the processing of all requests that were taken: events of a click that begins with `unknown` fail, the others count. */
  finish(): void;
  countRequests(act: Act): number;
  /** Takes the app out of a person's account, as they can at Google. */
  revoke(sub: string): void;
  isInstalled(sub: string): boolean;
  register(app: FastifyInstance): Promise<void>;
}

const Asked = z.object({
  ...askedFields,
  client_id: z.literal(googleAdsApp.clientId),
  response_type: z.literal('code'),
  access_type: z.optional(z.string()),
  prompt: z.optional(z.string()),
});
type Asked = z.output<typeof Asked>;
const Exchange = z.object(tokenFields);
const Search = z.strictObject({ query: z.string(), pageToken: z.optional(z.string()) });
const Mutate = z.strictObject({
  operations: z.array(
    z.strictObject({
      create: z.strictObject({
        name: z.string(),
        type: z.literal('UPLOAD_CLICKS'),
        category: z.enum(['PHONE_CALL_LEAD', 'QUALIFIED_LEAD', 'BOOK_APPOINTMENT', 'DEFAULT']),
        countingType: z.enum(['ONE_PER_CLICK', 'MANY_PER_CLICK']),
        status: z.literal('ENABLED'),
      }),
    }),
  ),
});
const AdAccount = z.strictObject({ accountType: z.literal('GOOGLE_ADS'), accountId: z.string() });
const Ingest = z.strictObject({
  destinations: z
    .array(z.strictObject({ operatingAccount: AdAccount, loginAccount: z.optional(AdAccount), productDestinationId: z.string() }))
    .check(z.minLength(1), z.maxLength(10)),
  events: z
    .array(
      z.strictObject({
        transactionId: z.string().check(z.minLength(1)),
        eventTimestamp: z.iso.datetime(),
        eventSource: z.enum(['WEB', 'APP', 'IN_STORE', 'PHONE', 'OTHER']),
        adIdentifiers: z.strictObject({ gclid: z.optional(z.string()), gbraid: z.optional(z.string()), wbraid: z.optional(z.string()) }),
        conversionValue: z.optional(z.number()),
        currency: z.optional(z.string().check(z.length(3))),
      }),
    )
    .check(z.minLength(1), z.maxLength(2_000)),
});

const refuse = (message: string, status = 400, code = 'INVALID_ARGUMENT', details: object[] = []): Answer => ({
  status,
  body: { error: { code: status, message, status: code, details } },
});
const denied = refuse('The caller does not have permission', 403, 'PERMISSION_DENIED', [
  { '@type': 'type.googleapis.com/google.ads.googleads.errors.GoogleAdsFailure', errors: [{ message: "User doesn't have permission to access customer." }] },
]);
const closed = refuse('The caller does not have permission', 403, 'PERMISSION_DENIED', [
  {
    '@type': 'type.googleapis.com/google.ads.googleads.errors.GoogleAdsFailure',
    errors: [{ message: "The customer can't be used because it isn't enabled." }],
  },
]);
const violate = (field: string, reason: string, description: string): Answer =>
  refuse('There was a problem with the request.', 400, 'INVALID_ARGUMENT', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'INVALID_ARGUMENT', domain: 'datamanager.googleapis.com' },
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, reason, description }] },
  ]);

const toCustomer = ({ id, name, isManager }: SandboxCustomer) => ({ id, descriptiveName: name, manager: isManager });

/** Makes it. */
export function createSandboxGoogleAds(): SandboxGoogleAds {
  const told: AdConversion[] = [];
  /** Requests that were taken: when their processing ends, their events, and how many of them fail. */
  const requests = new Map<string, { endsAt: number; readonly events: number; readonly failing: number }>();
  let actions: Action[] = [];
  const codes = new Map<string, { readonly asked: Asked; readonly sub: string; readonly scope: string; readonly until: number }>();
  let grants: Grant[] = [];
  const { failNext, take, countRequests } = createWays<Act>();
  let count = 7_000;

  const toTokens = ({ accessToken, refreshToken, scope }: Grant, isFirst: boolean): Answer =>
    ok({ token_type: 'Bearer', access_token: accessToken, expires_in: tokenSeconds, scope, ...(isFirst ? { refresh_token: refreshToken } : {}) });
  const fail = (error: string, words: string): Answer => ({ status: 400, body: { error, error_description: words } });
  const exchange = ({ body }: FastifyRequest): Answer => {
    const sent = Exchange.safeParse(body).data;
    if (!sent) return fail('invalid_request', 'Missing parameter');
    if (sent.client_id !== googleAdsApp.clientId || sent.client_secret !== googleAdsApp.clientSecret)
      return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } };
    const expiresAt = Date.now() + tokenSeconds * 1_000;
    if (sent.grant_type === 'refresh_token') {
      const grant = grants.find(({ refreshToken }) => refreshToken === sent.refresh_token);
      if (!grant) return fail('invalid_grant', 'Token has been expired or revoked.');
      Object.assign(grant, { accessToken: `ya29.${randomUUID()}`, expiresAt });
      return toTokens(grant, false);
    }
    const granted = codes.get(sent.code ?? '');
    codes.delete(sent.code ?? '');
    if (!granted || granted.until < Date.now()) return fail('invalid_grant', 'Malformed auth code.');
    if (granted.asked.redirect_uri !== sent.redirect_uri) return fail('redirect_uri_mismatch', 'Bad Request');
    if (!fitsChallenge(granted.asked.code_challenge, sent.code_verifier)) return fail('invalid_grant', 'Invalid code verifier.');
    const grant: Grant = { sub: granted.sub, scope: granted.scope, accessToken: `ya29.${randomUUID()}`, refreshToken: `1//${randomUUID()}`, expiresAt };
    grants.push(grant);
    return toTokens(grant, granted.asked.access_type === 'offline');
  };
  const revoke = (sub: string) => {
    grants = grants.filter((grant) => grant.sub !== sub);
  };
  /** A token given back ends all grants of its person. */
  const giveBack = ({ body }: FastifyRequest): Answer => {
    const token = z.object({ token: z.string() }).safeParse(body).data?.token;
    const grant = grants.find(({ refreshToken, accessToken }) => refreshToken === token || accessToken === token);
    if (!grant) return fail('invalid_token', 'Token expired or revoked');
    revoke(grant.sub);
    return ok({});
  };

  /** The customer of a request, where the person reaches it: by itself, or by the manager that the request names. */
  const findCustomer = ({ sub }: Grant, id: string, managerId: string | undefined): SandboxCustomer | Answer => {
    const person = googlePeople.find((each) => each.sub === sub);
    const customer = customers.find((each) => each.id === id);
    const entry = managerId ?? id;
    if (!customer || !person?.own.some((own) => own === entry) || (entry !== id && customer.managerId !== entry)) return denied;
    return customer.isClosed ? closed : customer;
  };
  const isAnswer = (found: SandboxCustomer | Answer): found is Answer => 'status' in found;

  const search = (customer: SandboxCustomer, body: unknown): Answer => {
    const asked = Search.safeParse(body).data;
    const [, fields = '', from = '', rest = ''] = /^SELECT (.+?) FROM (\w+)(?: (.*))?$/.exec(asked?.query ?? '') ?? [];
    if (!asked || !fields.split(', ').every((field) => field.startsWith(`${from}.`))) return refuse('Error in query: unexpected input.');
    if (from === 'customer') return ok({ results: [{ customer: toCustomer(customer) }], fieldMask: fields });
    if (from === 'customer_client') {
      const all = customers.filter(({ managerId }) => managerId === customer.id);
      const start = Number(asked.pageToken ?? '0');
      const next = start + clientsOnPage;
      const results = all.slice(start, next).map((each) => ({ customerClient: toCustomer(each) }));
      return ok({ results, ...(next < all.length ? { nextPageToken: String(next) } : {}) });
    }
    if (from !== 'conversion_action') return refuse('Error in query: unrecognized resource.');
    const names = [...rest.matchAll(/'(Keyline[^']*)'/g)].map(([, name]) => name);
    const results = actions
      .filter(({ customerId, name }) => customerId === customer.id && names.includes(name))
      .map(({ id, name }) => ({ conversionAction: { resourceName: `customers/${customer.id}/conversionActions/${id}`, id, name } }));
    return ok(results.length === 0 ? {} : { results });
  };
  const mutate = (customer: SandboxCustomer, body: unknown): Answer => {
    const asked = Mutate.safeParse(body).data;
    if (!asked) return refuse('Request contains an invalid argument.');
    if (customer.isManager) return denied;
    const taken = asked.operations.some(({ create }) => actions.some(({ customerId, name }) => customerId === customer.id && name === create.name));
    if (taken)
      return refuse('Request contains an invalid argument.', 400, 'INVALID_ARGUMENT', [
        { errors: [{ message: 'The specified conversion action name already exists.' }] },
      ]);
    const made = asked.operations.map(({ create: { name, category } }) => {
      count += 1;
      return { id: String(count), customerId: customer.id, name, category };
    });
    actions.push(...made);
    return ok({ results: made.map(({ id }) => ({ resourceName: `customers/${customer.id}/conversionActions/${id}` })) });
  };
  /** One bad event refuses the whole request. */
  const ingest = (grant: Grant, body: unknown): Answer => {
    const asked = Ingest.safeParse(body);
    if (!asked.success) return violate(asked.error.issues[0]?.path.join('.') ?? '', 'INVALID_FORMAT', 'Format is invalid.');
    for (const [at, { adIdentifiers, eventTimestamp, conversionValue, currency }] of asked.data.events.entries()) {
      const path = `events.events[${at}]`;
      if (Object.values(adIdentifiers).length !== 1) return violate(`${path}.ad_identifiers`, 'REQUIRED_FIELD_MISSING', 'Set one of gclid, gbraid and wbraid.');
      if (conversionValue !== undefined && currency === undefined)
        return violate(`${path}.currency`, 'REQUIRED_FIELD_MISSING', 'A currency is required for a value.');
      if (adIdentifiers.gclid?.startsWith('bad')) return violate(`${path}.ad_identifiers.gclid`, 'INVALID_FORMAT', 'The gclid could not be decoded.');
      const age = Date.now() - Date.parse(eventTimestamp);
      if (age > maxAgeMs || age < -60_000) return violate(`${path}.event_timestamp`, 'INVALID_FORMAT', 'The time of the event is too old or in the future.');
    }
    for (const { operatingAccount, loginAccount, productDestinationId } of asked.data.destinations) {
      const found = findCustomer(grant, operatingAccount.accountId, loginAccount?.accountId);
      if (isAnswer(found)) return found;
      const action = actions.find(({ id, customerId }) => id === productDestinationId && customerId === found.id);
      if (!action) return violate('destinations.destinations[0].product_destination_id', 'INVALID_DESTINATION', 'This Destination is not valid.');
      for (const { transactionId, eventTimestamp, adIdentifiers, conversionValue } of asked.data.events) {
        const known = told.find((each) => each.transactionId === transactionId && each.customerId === found.id && each.actionName === action.name);
        if (known) {
          known.value = conversionValue ?? null;
          known.told += 1;
        } else {
          const [click = ['', '']] = Object.entries(adIdentifiers);
          const common = { customerId: found.id, actionName: action.name, transactionId, click: `${click[0]}=${click[1]}`, at: eventTimestamp };
          told.push({ ...common, value: conversionValue ?? null, told: 1 });
        }
      }
    }
    const requestId = randomUUID();
    const { events } = asked.data;
    const failing = events.filter(({ adIdentifiers }) => Object.values(adIdentifiers).some((click) => click?.startsWith('unknown'))).length;
    requests.set(requestId, { endsAt: Date.now() + processingMs, events: events.length, failing });
    return ok({ requestId });
  };
  /** Status of a request that was taken, with its events. */
  const retrieve = (query: unknown): Answer => {
    const id = z.strictObject({ requestId: z.string() }).safeParse(query).data?.requestId ?? '';
    const taken = requests.get(id);
    if (!taken) return violate('request_id', 'INVALID_REQUEST_ID', 'The request ID is not valid.');
    const { endsAt, events, failing } = taken;
    const common = { eventsIngestionStatus: { recordCount: String(events) } };
    const errorInfo = { errorCounts: [{ recordCount: String(failing), reason: 'PROCESSING_ERROR_REASON_CLICK_NOT_FOUND' }] };
    const ended = failing === 0 ? { requestStatus: 'SUCCESS' } : { requestStatus: failing === events ? 'FAILED' : 'PARTIAL_SUCCESS', errorInfo };
    return ok({ requestStatusPerDestination: [{ ...common, ...(endsAt > Date.now() ? { requestStatus: 'PROCESSING' } : ended) }] });
  };

  /** Answers, or fails as a test wants it. */
  const answer = async (act: Act, request: FastifyRequest, reply: FastifyReply, work: (grant: Grant | undefined) => Answer) => {
    const way = take(act);
    if (typeof way === 'number')
      return reply
        .code(way)
        .header('retry-after', '1')
        .send({ error: { code: way, message: 'As a test wants it', details: [] } });
    const token = readBearer(request);
    const answered = work(grants.find(({ accessToken, expiresAt }) => accessToken === token && expiresAt > Date.now()));
    return sendAnswer(reply, answered, way === 'cut');
  };
  const withGrant = (work: (grant: Grant) => Answer) => (grant: Grant | undefined) =>
    grant ? work(grant) : refuse('Request had invalid authentication credentials.', 401, 'UNAUTHENTICATED');

  return {
    conversions: () => told,
    actions: (customerId) => actions.filter((each) => each.customerId === customerId),
    removeActions: (customerId) => {
      actions = actions.filter((each) => each.customerId !== customerId);
    },
    failNext,
    countRequests,
    finish: () => {
      for (const taken of requests.values()) taken.endsAt = 0;
    },
    revoke,
    isInstalled: (sub) => grants.some((grant) => grant.sub === sub),
    async register(app) {
      registerVendorPage(app, {
        path: '/google',
        title: 'Sandbox Google Ads',
        noAccount: 'Keyline is in no account.',
        nothing: 'No conversions yet.',
        listInstalled: () => googlePeople.filter(({ sub }) => grants.some((grant) => grant.sub === sub)).map(({ sub, email }) => ({ id: sub, name: email })),
        listTold: () =>
          told.toReversed().map(({ actionName, customerId, transactionId, click, at, value }) => ({
            title: actionName,
            lines: [`account: ${customerId}`, `transaction: ${transactionId}`, `click: ${click}`, `time: ${at}`, `value: ${value ?? 'that of the action'}`],
          })),
        remove: revoke,
      });
      registerConsent(app, {
        path: '/google/o/oauth2/v2/auth',
        title: 'Keyline wants access to your Google Account',
        separator: ' ',
        parse: (query) => Asked.safeParse(query).data ?? null,
        refusal: 'Error 400: invalid_request',
        choices: googlePeople.flatMap(({ sub, email }) => [
          { id: sub, label: `Continue as ${email}` },
          { id: `${sub} partly`, label: `Continue as ${email}, without seeing accounts` },
        ]),
        allow(asked, choice) {
          const [sub, part] = choice.split(' ');
          const person = googlePeople.find((each) => each.sub === sub);
          if (!person) return null;
          const code = `4/${randomUUID()}`;
          const scopes = asked.scope.split(' ').filter((scope) => part === undefined || scope !== adsScope);
          codes.set(code, { asked, sub: person.sub, scope: scopes.join(' '), until: Date.now() + codeMs });
          return code;
        },
      });
      app.post('/google/token', (request, reply) => answer('token', request, reply, () => exchange(request)));
      app.post('/google/revoke', (request, reply) => answer('revoke', request, reply, () => giveBack(request)));
      app.get('/google/v1/userinfo', (request, reply) =>
        answer(
          'person',
          request,
          reply,
          withGrant(({ sub }) => ok({ sub, email: googlePeople.find((each) => each.sub === sub)?.email })),
        ),
      );
      app.post('/google/v1/events::ingest', (request, reply) =>
        answer(
          'ingest',
          request,
          reply,
          withGrant((grant) => ingest(grant, request.body)),
        ),
      );
      app.get('/google/v1/requestStatus::retrieve', (request, reply) =>
        answer(
          'status',
          request,
          reply,
          withGrant(() => retrieve(request.query)),
        ),
      );
      /** A call of the Google Ads API needs the developer token, and the permission to see accounts. */
      const ads = (request: FastifyRequest, work: (grant: Grant) => Answer) =>
        withGrant((grant) => {
          if (request.headers['developer-token'] !== googleAdsApp.developerToken) return refuse('The developer token is not valid.', 401, 'UNAUTHENTICATED');
          return grant.scope.includes(adsScope)
            ? work(grant)
            : refuse('Request had insufficient authentication scopes.', 403, 'PERMISSION_DENIED', [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }]);
        });
      const ofCustomer = (request: FastifyRequest<{ Params: { id: string } }>, work: (customer: SandboxCustomer) => Answer) =>
        ads(request, (grant) => {
          const managerId = request.headers['login-customer-id'];
          const found = findCustomer(grant, request.params.id, typeof managerId === 'string' ? managerId : undefined);
          return isAnswer(found) ? found : work(found);
        });
      const api = `/google/${adsVersion}/customers`;
      app.get(`${api}::listAccessibleCustomers`, (request, reply) =>
        answer(
          'accounts',
          request,
          reply,
          ads(request, ({ sub }) => ok({ resourceNames: googlePeople.find((each) => each.sub === sub)?.own.map((id) => `customers/${id}`) ?? [] })),
        ),
      );
      app.post<{ Params: { id: string } }>(`${api}/:id/googleAds::search`, (request, reply) =>
        answer(
          'search',
          request,
          reply,
          ofCustomer(request, (customer) => search(customer, request.body)),
        ),
      );
      app.post<{ Params: { id: string } }>(`${api}/:id/conversionActions::mutate`, (request, reply) =>
        answer(
          'mutate',
          request,
          reply,
          ofCustomer(request, (customer) => mutate(customer, request.body)),
        ),
      );
    },
  };
}
