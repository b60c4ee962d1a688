/**
 * Google Ads on four of Google's wires: OAuth 2, who the person is, the Google Ads API for accounts and conversion actions, and the Data Manager API for conversions. The
 * Data Manager API has no retraction: an event with the same transaction id restates the value of a conversion, so that a withdrawal restates it to zero, and a lost answer
 * is asked again.
 */
import * as z from 'zod/mini';
import { type AdKind, adKinds } from '#contract/integrations/enums.ts';
import { isBeforeFirstByte, parseRetryAfterMs } from '../carrier/http.ts';
import type { AdClick, AdConversion, AdOutcome, AdPlatform, AdReceipt, AdVerdict } from './adPlatform.ts';
import { GrantLostError, VendorRefusedError, VendorSilentError } from './oauthVendor.ts';
import { FaultError, halvesMs, SentTokens, sendByHalves, TokenRefusal, toVendorError, toVendorTokens } from './vendorWire.ts';
import { wireVersions } from './versions.ts';

/** Milliseconds the vendor has to answer each call. */
const timeoutMs = 8_000;
/** Until what did not arrive is tried again. */
const retryMs = 5_000;
/** Accounts that are asked for their name. */
const maxAccounts = 50;
const adsScope = 'https://www.googleapis.com/auth/adwords';
const dataScope = 'https://www.googleapis.com/auth/datamanager';
const scopes = ['openid', 'email', adsScope, dataScope];

const clickFields = ['gclid', 'gbraid', 'wbraid'] as const;
const actionNames: Readonly<Record<AdKind, string>> = { call: 'Keyline call', lead: 'Keyline lead', appointment: 'Keyline appointment' };
const oneActionName = 'Keyline conversion';
/** Categories in which Google Ads shows a conversion action. */
const actionCategories: Readonly<Record<string, string>> = {
  [oneActionName]: 'PHONE_CALL_LEAD',
  [actionNames.call]: 'PHONE_CALL_LEAD',
  [actionNames.lead]: 'QUALIFIED_LEAD',
  [actionNames.appointment]: 'BOOK_APPOINTMENT',
};

const Person = z.object({ sub: z.string().check(z.minLength(1)), email: z._default(z.string(), '') });
const Detail = z.object({
  reason: z.optional(z.string()),
  fieldViolations: z.optional(
    z.array(z.object({ field: z._default(z.string(), ''), description: z._default(z.string(), ''), reason: z.optional(z.string()) })),
  ),
  errors: z.optional(z.array(z.object({ message: z._default(z.string(), '') }))),
});
const Failure = z.object({
  error: z.object({ message: z._default(z.string(), ''), details: z._default(z.array(Detail), []) }),
});
const Accessible = z.object({ resourceNames: z._default(z.array(z.string()), []) });
/** A 64-bit number, which Google writes as a text. */
const long = z.string().check(z.regex(/^\d{1,19}$/));
const Customer = z.object({ id: long, descriptiveName: z._default(z.string(), ''), manager: z._default(z.boolean(), false) });
const Customers = z.object({ results: z._default(z.array(z.object({ customer: Customer })), []) });
const Clients = z.object({ results: z._default(z.array(z.object({ customerClient: Customer })), []), nextPageToken: z.optional(z.string()) });
const Actions = z.object({ results: z._default(z.array(z.object({ conversionAction: z.object({ id: long, name: z.string() }) })), []) });
const MadeActions = z.object({ results: z.array(z.object({ resourceName: z.string().check(z.regex(/\/conversionActions\/\d{1,19}$/)) })) });
const Ingested = z.object({ requestId: z.string() });
/** Status of a request with one destination. */
const Status = z.object({
  requestStatusPerDestination: z._default(
    z.array(
      z.object({
        requestStatus: z._default(z.string(), ''),
        errorInfo: z.optional(z.object({ errorCounts: z._default(z.array(z.object({ reason: z._default(z.string(), '') })), []) })),
        eventsIngestionStatus: z.optional(z.object({ recordCount: z._default(long, '1') })),
      }),
    ),
    [],
  ),
});
/** Google’s name of a fault as words: `PROCESSING_ERROR_REASON_CLICK_NOT_FOUND` is “click not found”. */
const toWords = (reason: string) =>
  reason
    .replace(/^PROCESSING_ERROR_REASON_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Converts an answer other than success to its outcome. Whatever is asked here may be asked twice, so that nothing stays open. */
async function toFaultError(response: Response): Promise<FaultError> {
  const error = Failure.safeParse(await response.json().catch(() => null)).data?.error;
  const details = error?.details ?? [];
  const exact = details.flatMap(({ errors = [], fieldViolations = [] }) => [
    ...errors.map(({ message }) => message),
    ...fieldViolations.map(({ description, reason }) => description || (reason ?? '')),
  ]);
  const words = (exact[0] ?? error?.message ?? '').slice(0, 300) || `Google answered ${response.status}`;
  if (response.status === 429) return new FaultError({ kind: 'unsent', reason: 'Google asks to slow down', afterMs: parseRetryAfterMs(response) });
  if (response.status >= 500) return new FaultError({ kind: 'unsent', reason: `Google answered ${response.status}`, afterMs: retryMs });
  // The token of this installation, not the person's connection.
  if (response.status === 401 && /developer token/i.test(words)) return new FaultError({ kind: 'refused', reason: `Google refuses this server: ${words}` });
  if (response.status === 401) return new FaultError({ kind: 'lost', reason: 'Google no longer takes the connection (401)' });
  if (details.some(({ reason }) => reason === 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'))
    return new FaultError({ kind: 'lost', reason: `The connection lacks a permission: ${words}` });
  const isOfItem = details.some(({ fieldViolations = [] }) => fieldViolations.some(({ field }) => field.startsWith('events')));
  return new FaultError({ kind: 'refused', reason: `Google refuses it: ${words}` }, isOfItem);
}

/** Places of Google's wires. */
interface GoogleHosts {
  readonly accounts: string;
  readonly tokens: string;
  readonly people: string;
  readonly ads: string;
  readonly data: string;
}
const googleHosts: GoogleHosts = {
  accounts: 'https://accounts.google.com',
  tokens: 'https://oauth2.googleapis.com',
  people: 'https://openidconnect.googleapis.com',
  ads: 'https://googleads.googleapis.com',
  data: 'https://datamanager.googleapis.com',
};

interface GoogleAdsOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly developerToken: string;
  /** One place that speaks all wires; null: Google. */
  readonly baseUrl: string | null;
}

/** A request of the Google Ads API; `managerId`: the manager by which the account is reached. */
interface AdsRequest {
  readonly path: string;
  readonly managerId: string | null;
  readonly body?: object;
}

const send = (url: string, headers: Record<string, string>, body?: string | URLSearchParams) =>
  fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });

/** Makes one call and reads what comes back. Throws `FaultError`. */
async function ask<T extends z.ZodMiniType>(schema: T, url: string, headers: Record<string, string>, body?: object): Promise<z.output<T>> {
  const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
  const response = await send(url, sent, body === undefined ? undefined : JSON.stringify(body)).catch((error: unknown) => {
    throw new FaultError({ kind: 'unsent', reason: isBeforeFirstByte(error) ? 'Google can’t be reached' : 'Google didn’t answer', afterMs: retryMs });
  });
  if (!response.ok) throw await toFaultError(response);
  const read = schema.safeParse(await response.json().catch(() => null));
  if (!read.success) throw new FaultError({ kind: 'unsent', reason: 'Google sent an answer that can’t be read', afterMs: retryMs });
  return read.data;
}

const named = ({ id, descriptiveName }: z.output<typeof Customer>) => ({ id, name: descriptiveName || id });

/** A conversion as it is sent. `value` null: the value that its conversion action has. */
interface Ingestion {
  readonly receipt: AdReceipt;
  readonly value: number | null;
}

const unreadable = 'Google’s answer can’t be read';
const toEvent = ({ receipt: { key, click, at }, value }: Ingestion) => ({
  transactionId: key,
  eventTimestamp: at,
  eventSource: 'PHONE',
  adIdentifiers: { [click.parameter]: click.id },
  ...(value === null ? {} : { conversionValue: value, currency: 'USD' }),
});

/** Statuses of a request that failed; any other one is none yet. */
const failures: ReadonlySet<string> = new Set(['FAILED', 'FAILURE', 'PARTIAL_SUCCESS']);

const isGoogleClick = ({ parameter }: AdClick) => clickFields.some((field) => field === parameter);

/** Makes the adapter. */
export function createGoogleAds({ clientId, clientSecret, developerToken, baseUrl }: GoogleAdsOptions): AdPlatform {
  const at = (host: keyof GoogleHosts) => baseUrl ?? googleHosts[host];
  const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });

  /** Asks for tokens. A refusal is the grant's end where it is renewed. */
  async function askTokens(fields: Record<string, string>): Promise<z.output<typeof SentTokens>> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
    const response = await send(`${at('tokens')}/token`, {}, body).catch((cause: unknown) => {
      throw new VendorSilentError('Google didn’t respond. Try again.', { cause });
    });
    if (response.status === 429 || response.status >= 500) throw new VendorSilentError(`Google answered ${response.status}. Try again.`);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const { error, error_description: words } = TokenRefusal.safeParse(answer).data ?? { error: '', error_description: '' };
      const code = (error || String(response.status)).slice(0, 60);
      if (fields.grant_type === 'refresh_token') throw new GrantLostError(`The connection expired or was removed at Google (${code})`);
      throw new VendorRefusedError(`Google refuses the consent. Connect again (${code}${words === '' ? '' : `: ${words.slice(0, 200)}`})`);
    }
    const read = SentTokens.safeParse(answer);
    if (!read.success) throw new VendorSilentError('Google sent an answer that can’t be read. Try again.');
    return read.data;
  }
  const askAds = <T extends z.ZodMiniType>(accessToken: string, schema: T, { path, managerId, body }: AdsRequest) =>
    ask(
      schema,
      `${at('ads')}/${wireVersions.googleAds.version}/${path}`,
      { ...bearer(accessToken), 'developer-token': developerToken, ...(managerId === null ? {} : { 'login-customer-id': managerId }) },
      body,
    );
  const search = <T extends z.ZodMiniType>(accessToken: string, schema: T, customerId: string, managerId: string | null, query: string, pageToken?: string) =>
    askAds(accessToken, schema, {
      path: `customers/${customerId}/googleAds:search`,
      managerId,
      body: { query, ...(pageToken === undefined ? {} : { pageToken }) },
    });

  /** A customer that the connection reaches by itself; null where Google does not let it be read: closed, or not set up. */
  async function readCustomer(accessToken: string, id: string) {
    try {
      const { results } = await search(
        accessToken,
        Customers,
        id,
        null,
        'SELECT customer.id, customer.descriptive_name, customer.manager FROM customer LIMIT 1',
      );
      return results[0]?.customer ?? null;
    } catch (error) {
      if (error instanceof FaultError && error.fault.kind === 'refused') return null;
      throw error;
    }
  }
  async function listOwn(accessToken: string) {
    const { resourceNames } = await askAds(accessToken, Accessible, { path: 'customers:listAccessibleCustomers', managerId: null });
    const ids = resourceNames.flatMap((name) => /^customers\/(\d+)$/.exec(name)?.[1] ?? []).slice(0, maxAccounts);
    const found = (await Promise.all(ids.map((id) => readCustomer(accessToken, id)))).filter((each) => each !== null);
    return {
      managers: found.filter(({ manager }) => manager).map(named),
      accounts: found.filter(({ manager }) => !manager).map((each) => ({ ...named(each), managerId: null })),
    };
  }
  async function listUnder(accessToken: string, managerId: string) {
    const accounts: { id: string; name: string; managerId: string }[] = [];
    const query =
      "SELECT customer_client.id, customer_client.descriptive_name, customer_client.manager FROM customer_client WHERE customer_client.status = 'ENABLED' AND customer_client.manager = FALSE";
    let pageToken: string | undefined;
    do {
      const page: z.output<typeof Clients> = await search(accessToken, Clients, managerId, managerId, query, pageToken);
      accounts.push(...page.results.map(({ customerClient }) => ({ ...named(customerClient), managerId })));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined && pageToken !== '' && accounts.length < 10_000);
    return { managers: [], accounts };
  }

  /** Sends conversions of one action. */
  const ingest = (accessToken: string, sent: readonly Ingestion[], until?: number): Promise<ReadonlyMap<Ingestion, AdOutcome>> =>
    sendByHalves(
      sent,
      async (part) => {
        const account = (accountId: string) => ({ accountType: 'GOOGLE_ADS', accountId });
        const [first] = part;
        const destinations =
          first === undefined
            ? []
            : [
                {
                  operatingAccount: account(first.receipt.accountId),
                  ...(first.receipt.managerId === null ? {} : { loginAccount: account(first.receipt.managerId) }),
                  productDestinationId: first.receipt.actionId,
                },
              ];
        const { requestId } = await ask(Ingested, `${at('data')}/v1/events:ingest`, bearer(accessToken), { destinations, events: part.map(toEvent) });
        return new Map(part.map((each) => [each, { kind: 'accepted', receipt: { ...each.receipt, requestId } }]));
      },
      unreadable,
      until,
    );
  const confirm = async (accessToken: string, receipt: AdReceipt): Promise<AdVerdict> => {
    try {
      const query = new URLSearchParams({ requestId: receipt.requestId ?? '' });
      const { requestStatusPerDestination: told } = await ask(Status, `${at('data')}/v1/requestStatus:retrieve?${query}`, bearer(accessToken));
      const [status] = told;
      if (status?.requestStatus === 'SUCCESS') return { kind: 'accepted', receipt };
      if (status === undefined || !failures.has(status.requestStatus)) return { kind: 'pending' };
      const reasons = (status.errorInfo?.errorCounts ?? []).map(({ reason }) => reason);
      // The same conversions are there from before.
      if (reasons.length > 0 && reasons.every((reason) => reason.endsWith('_DUPLICATE_TRANSACTION_ID'))) return { kind: 'accepted', receipt };
      const isMixed = status.requestStatus === 'PARTIAL_SUCCESS' || reasons.length > 1;
      if (isMixed && Number(status.eventsIngestionStatus?.recordCount ?? '1') > 1) return { kind: 'mixed' };
      return { kind: 'refused', reason: `Google took it, and didn’t count it: ${reasons.map(toWords).join(', ').slice(0, 300) || 'no reason was given'}` };
    } catch (error) {
      return error instanceof FaultError ? error.fault : { kind: 'pending' };
    }
  };

  return {
    usesPkce: true,
    createAuthorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        // A refresh token comes only so.
        access_type: 'offline',
        prompt: 'consent',
        state,
      });
      if (challenge !== null) {
        query.set('code_challenge', challenge);
        query.set('code_challenge_method', 'S256');
      }
      return `${at('accounts')}/o/oauth2/v2/auth?${query}`;
    },
    async exchange({ code, redirectUri, verifier }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const granted = await askTokens(verifier === null ? fields : { ...fields, code_verifier: verifier });
      // A person may allow one and not the other.
      const given = granted.scope.split(' ');
      if (!given.includes(adsScope) || !given.includes(dataScope))
        throw new VendorRefusedError('Google Ads needs both permissions, to see accounts and to send conversions. Connect again and allow both.');
      const person = await ask(Person, `${at('people')}/v1/userinfo`, bearer(granted.access_token)).catch((error: unknown) => {
        throw toVendorError(error);
      });
      return { tokens: toVendorTokens(granted), externalId: person.sub, name: person.email || 'Google account' };
    },
    refresh: async (refreshToken) => toVendorTokens(await askTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    async revoke({ refreshToken, accessToken }) {
      const response = await send(`${at('tokens')}/revoke`, {}, new URLSearchParams({ token: refreshToken ?? accessToken })).catch((cause: unknown) => {
        throw new VendorSilentError('Google didn’t respond', { cause });
      });
      if (response.status === 429 || response.status >= 500) throw new VendorSilentError(`Google answered ${response.status}`);
    },
    async listAccounts(accessToken, managerId) {
      try {
        return managerId === null ? await listOwn(accessToken) : await listUnder(accessToken, managerId);
      } catch (error) {
        throw toVendorError(error);
      }
    },
    async prepare(accessToken, { managerId, accountId, isSeparate = false }, { account: accountName }) {
      const getName = (kind: AdKind) => (isSeparate ? actionNames[kind] : oneActionName);
      const names = [...new Set(adKinds.map(getName))];
      try {
        const query = `SELECT conversion_action.id, conversion_action.name FROM conversion_action WHERE conversion_action.type = 'UPLOAD_CLICKS' AND conversion_action.status = 'ENABLED' AND conversion_action.name IN (${names.map((name) => `'${name}'`).join(', ')})`;
        const { results } = await search(accessToken, Actions, accountId, managerId, query);
        const ids = new Map(results.map(({ conversionAction: { id, name } }) => [name, id]));
        const missing = names.filter((name) => !ids.has(name));
        if (missing.length > 0) {
          const made = await askAds(accessToken, MadeActions, {
            path: `customers/${accountId}/conversionActions:mutate`,
            managerId,
            // One that counts once for a click takes no clicks of iPhones (gbraid, wbraid).
            body: {
              operations: missing.map((name) => ({
                create: { name, type: 'UPLOAD_CLICKS', category: actionCategories[name], countingType: 'MANY_PER_CLICK', status: 'ENABLED' },
              })),
            },
          });
          for (const [index, name] of missing.entries()) ids.set(name, made.results[index]?.resourceName.split('/').at(-1) ?? '');
        }
        const getId = (kind: AdKind) => ids.get(getName(kind)) ?? '';
        const actionIds = { call: getId('call'), lead: getId('lead'), appointment: getId('appointment') };
        if (Object.values(actionIds).includes('')) throw new VendorSilentError('Google Ads made too few conversion actions. Try again.');
        return { managerId, accountId, accountName, isSeparate, actionIds };
      } catch (error) {
        throw toVendorError(error);
      }
    },
    async convert(accessToken, { managerId, accountId, actionIds }, conversions) {
      const toIngestion = ({ kind, key, click, at: happened, value }: AdConversion): Ingestion => ({
        receipt: { managerId, accountId, actionId: actionIds[kind], key, click, at: happened.toISOString() },
        value,
      });
      const ingestions = conversions.map((conversion) => (isGoogleClick(conversion.click) ? toIngestion(conversion) : null));
      const outcomes = new Map<Ingestion | null, AdOutcome>([[null, { kind: 'refused', reason: 'The click isn’t one on an ad of Google' }]]);
      const known = ingestions.filter((each) => each !== null);
      const until = Date.now() + halvesMs;
      // A request says for each destination what became of it, not for each event.
      for (const ofAction of Map.groupBy(known, ({ receipt }) => receipt.actionId).values())
        for (const [each, outcome] of await ingest(accessToken, ofAction, until)) outcomes.set(each, outcome);
      return ingestions.map((each) => outcomes.get(each) ?? { kind: 'unknown', reason: unreadable });
    },
    async withdraw(accessToken, receipt) {
      if (receipt.click.parameter === 'wbraid')
        return { kind: 'refused', reason: 'It stopped counting. Google can’t withdraw a conversion of an iPhone app’s click (wbraid).' };
      const restated = { receipt, value: 0 };
      return (await ingest(accessToken, [restated])).get(restated) ?? { kind: 'unknown', reason: unreadable };
    },
    confirm,
  };
}
