/**
 * Meta Ads on the Graph API: consent by Facebook Login, businesses, ad accounts, pixels and custom conversions, and events by the Conversions API. A repeated event is told
 * by its event id and counts once within 48 hours, so that a lost answer is asked again. There is no retraction. Tokens last 60 days and can't be renewed.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { type AdKind, adKinds } from '#contract/integrations/enums.ts';
import { parseRetryAfterMs } from '../carrier/http.ts';
import type { AdClick, AdConversion, AdDataset, AdReceipt, DatasetPlatform } from './adPlatform.ts';
import { GrantLostError, VendorRefusedError, VendorSilentError } from './oauthVendor.ts';
import { FaultError, SentTokens, sendByHalves, toVendorError, toVendorTokens, type VendorFault } from './vendorWire.ts';
import { wireVersions } from './versions.ts';

/** Milliseconds the vendor has to answer each call. */
const timeoutMs = 8_000;
/** Until what did not arrive is tried again. */
const retryMs = 5_000;
const pageSize = 100;
/** Pages that are read of one list: 2,000 rows. */
const maxPages = 20;
/** Older events refuse their request; a minute is left for the way. */
const maxAgeMs = 7 * 86_400_000 - 60_000;
const scopes = ['ads_management', 'business_management'];
const metaHosts = { dialog: 'https://www.facebook.com', graph: 'https://graph.facebook.com' } as const;

/** Standard events by which kinds are told where no custom conversion is chosen. */
const standardEvents: Readonly<Record<AdKind, string>> = { call: 'Contact', lead: 'Lead', appointment: 'Schedule' };

const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });
const id = z.string().check(z.regex(/^\d{1,25}$/));
const Named = z.object({ id, name: z._default(z.string(), '') });
const AdAccount = z.object({ account_id: id, name: z._default(z.string(), '') });
const Conversion = z.object({
  id,
  name: z._default(z.string(), ''),
  rule: z._default(z.string(), ''),
  is_archived: z._default(z.boolean(), false),
  is_unavailable: z._default(z.boolean(), false),
  pixel: z.optional(z.object({ id })),
});
const Paging = z.optional(z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) }));
const Received = z.object({ events_received: z.number() });
const Failure = z.object({
  error: z.object({
    message: z._default(z.string(), ''),
    code: z._default(z.number(), 0),
    error_subcode: z._default(z.number(), 0),
    error_user_msg: z._default(z.string(), ''),
  }),
});
const condition = z.strictObject({ event: z.strictObject({ eq: z.string().check(z.minLength(1), z.maxLength(50)) }) });
/** A rule that counts every event of a name. */
const EventRule = z.union([condition, z.strictObject({ and: z.tuple([condition]) })]);

/** Reads the event that a custom conversion counts; null where its rule asks for more than a name, such as a page. */
function readEventName(rule: string): string | null {
  try {
    const read = EventRule.safeParse(JSON.parse(rule));
    if (!read.success) return null;
    return 'and' in read.data ? read.data.and[0].event.eq : read.data.event.eq;
  } catch {
    return null;
  }
}

/** Codes of the Graph API: the token is no longer good; too many calls; it may go better later. */
const lostCodes = [102, 190];
const isSlowDown = (code: number) => [4, 17, 32, 341, 613].includes(code) || (code >= 80_000 && code < 81_000);
const passingCodes = [1, 2];
/** A parameter is wrong; with the other code an object that is asked for is missing. */
const invalidCode = 100;
const missingSubcode = 33;

/** Converts an answer other than success to its outcome. Nothing stays open: whatever is asked here may be asked twice. */
async function toFaultError(response: Response): Promise<FaultError> {
  const error = Failure.safeParse(await response.json().catch(() => null)).data?.error;
  const code = error?.code ?? 0;
  const words = (error?.error_user_msg || error?.message || '').slice(0, 300) || `Meta answered ${response.status}`;
  if (lostCodes.includes(code) || response.status === 401)
    return new FaultError({ kind: 'lost', reason: `Meta no longer takes the connection (${code || response.status})` });
  if (isSlowDown(code) || response.status === 429)
    return new FaultError({ kind: 'unsent', reason: 'Meta asks to slow down', afterMs: parseRetryAfterMs(response) });
  if (response.status >= 500 || passingCodes.includes(code))
    return new FaultError({ kind: 'unsent', reason: `Meta answered ${response.status}`, afterMs: retryMs });
  return new FaultError({ kind: 'refused', reason: `Meta refuses it: ${words}` }, code === invalidCode && error?.error_subcode !== missingSubcode);
}

interface GraphRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface MetaAdsOptions {
  readonly appId: string;
  readonly appSecret: string;
  /** One place that speaks both wires; null: Meta. */
  readonly baseUrl: string | null;
}

/** Makes one call and reads what comes back. Throws `FaultError`. */
async function ask<T extends z.ZodMiniType>(schema: T, url: string, init: RequestInit): Promise<z.output<T>> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new FaultError({ kind: 'unsent', reason: 'Meta didn’t answer', afterMs: retryMs });
  });
  if (!response.ok) throw await toFaultError(response);
  const read = schema.safeParse(await response.json().catch(() => null));
  if (!read.success) throw new FaultError({ kind: 'unsent', reason: 'Meta sent an answer that can’t be read', afterMs: retryMs });
  return read.data;
}

const named = ({ id: ownId, name }: z.output<typeof Named>) => ({ id: ownId, name: name || ownId });
const refuse = (message: string, field: string): never => {
  throw new VendorRefusedError(message, field);
};

/** The click as Meta takes it: its cookie’s value as it is, the parameter of the address with the time of the visit. Letters stay as they are. */
const toClick = ({ parameter, id: click }: AdClick, clickedAt: Date): string | null =>
  parameter === 'fbc' ? click : parameter === 'fbclid' ? `fb.1.${clickedAt.getTime()}.${click}` : null;

/** An event as it is sent, with what is kept of it. */
interface Sent {
  readonly event: object;
  readonly receipt: AdReceipt;
}
const unreadable = 'Meta’s answer can’t be read';

/** Makes the adapter. */
export function createMetaAds({ appId, appSecret, baseUrl }: MetaAdsOptions): DatasetPlatform {
  const { version } = wireVersions.metaAds;
  const graph = `${baseUrl ?? metaHosts.graph}/${version}`;
  /** Shows that the token is used by the app’s own server. */
  const prove = (accessToken: string) => createHmac('sha256', appSecret).update(accessToken).digest('hex');

  const askGraph = <T extends z.ZodMiniType>(accessToken: string, schema: T, path: string, { method = 'GET', query = {}, body }: GraphRequest = {}) =>
    ask(schema, `${graph}/${path}?${new URLSearchParams({ ...query, appsecret_proof: prove(accessToken) })}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** All rows of a list. */
  async function list<T extends z.ZodMiniType>(accessToken: string, row: T, path: string, fields: string): Promise<z.output<T>[]> {
    const rows: z.output<T>[] = [];
    let after: string | undefined;
    for (let page = 0; page < maxPages; page += 1) {
      const query: Record<string, string> = { fields, limit: String(pageSize), ...(after === undefined ? {} : { after }) };
      const { data, paging } = await askGraph(accessToken, z.object({ data: z.array(row), paging: Paging }), path, { query });
      rows.push(...data);
      after = paging?.next === undefined ? undefined : paging.cursors?.after;
      if (after === undefined) break;
    }
    return rows;
  }

  /** Asks for a token. The secret is in the body, never in an address. */
  const askToken = (fields: Record<string, string>) =>
    ask(SentTokens, `${graph}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: appId, client_secret: appSecret, ...fields }),
    }).catch((error: unknown) => {
      if (error instanceof FaultError && error.fault.kind !== 'unsent')
        throw new VendorRefusedError(`Meta refuses the consent. Connect again (${error.fault.reason})`);
      throw toVendorError(error);
    });
  const listDatasets = async (accessToken: string, accountId: string) => {
    const account = `act_${accountId}`;
    const [pixels, conversions] = await Promise.all([
      list(accessToken, Named, `${account}/adspixels`, 'id,name'),
      list(accessToken, Conversion, `${account}/customconversions`, 'id,name,rule,is_archived,is_unavailable,pixel{id}'),
    ]);
    return {
      datasets: pixels.map(named),
      conversions: conversions
        .filter((each) => !each.is_archived && !each.is_unavailable)
        .map((each) => ({ ...named(each), datasetId: each.pixel?.id ?? null, eventName: readEventName(each.rule) })),
    };
  };
  const wrapped = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toVendorError(error);
    }
  };

  return {
    usesPkce: false,
    createAuthorizeUrl: ({ state, redirectUri }) =>
      `${baseUrl ?? metaHosts.dialog}/${version}/dialog/oauth?${new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(','),
        // Asks anew for what was declined before.
        auth_type: 'rerequest',
        state,
      })}`,
    async exchange({ code, redirectUri }) {
      const first = await askToken({ code, redirect_uri: redirectUri });
      const long = await askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: first.access_token });
      const token = long.access_token;
      return wrapped(async () => {
        const [person, { data }] = await Promise.all([
          askGraph(token, Named, 'me', { query: { fields: 'id,name' } }),
          askGraph(token, Permissions, 'me/permissions'),
        ]);
        const given = data.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
        if (!scopes.every((scope) => given.includes(scope)))
          throw new VendorRefusedError('Meta Ads needs both permissions, to see businesses and to send events. Connect again and allow both.');
        return { tokens: toVendorTokens(long), externalId: person.id, name: person.name || 'Meta account' };
      });
    },
    refresh: () => Promise.reject(new GrantLostError('Meta renews no connection')),
    async revoke({ accessToken }) {
      await askGraph(accessToken, z.object({ success: z.literal(true) }), 'me/permissions', { method: 'DELETE' }).catch((error: unknown) => {
        if (error instanceof FaultError && error.fault.kind === 'unsent') throw new VendorSilentError(error.message);
        if (!(error instanceof FaultError)) throw error;
      });
    },
    listAccounts: (accessToken, managerId) =>
      wrapped(async () => {
        if (managerId === null) return { managers: (await list(accessToken, Named, 'me/businesses', 'id,name')).map(named), accounts: [] };
        const [business, owned, ofClients] = await Promise.all([
          askGraph(accessToken, Named, managerId, { query: { fields: 'id,name' } }),
          list(accessToken, AdAccount, `${managerId}/owned_ad_accounts`, 'account_id,name'),
          list(accessToken, AdAccount, `${managerId}/client_ad_accounts`, 'account_id,name'),
        ]);
        const accounts = [...owned, ...ofClients].map(({ account_id: accountId, name }) => ({ ...named({ id: accountId, name }), managerId }));
        return { managers: [named(business)], accounts };
      }),
    listDatasets: (accessToken, accountId) => wrapped(() => listDatasets(accessToken, accountId)),
    prepare: (accessToken, { managerId, accountId, datasetId, conversionId = null }, { account, manager }) =>
      wrapped(async () => {
        const { datasets, conversions } = await listDatasets(accessToken, accountId);
        const pixel = datasets.find((each) => each.id === datasetId) ?? refuse('The account has no such pixel. Choose one of the list', 'pixel_id');
        const conversion = conversions.find((each) => each.id === conversionId && (each.datasetId === null || each.datasetId === pixel.id));
        if (conversionId !== null && conversion === undefined) refuse('The pixel has no such conversion. Choose one of the list', 'conversion_id');
        if (conversion?.eventName === null) refuse('The conversion counts more than an event by its name, such as a page. Choose another', 'conversion_id');
        const event = conversion?.eventName ?? null;
        const [call, lead, appointment] = adKinds.map((kind) => event ?? standardEvents[kind]);
        const dataset: AdDataset = { ...pixel, conversion: conversion === undefined ? null : { id: conversion.id, name: conversion.name } };
        const actionIds = { call: call ?? '', lead: lead ?? '', appointment: appointment ?? '' };
        return { managerId, managerName: manager, accountId, accountName: account, isSeparate: event === null, dataset, actionIds };
      }),
    async convert(accessToken, { managerId, accountId, dataset, actionIds }, conversions) {
      const toSent = ({ kind, key, click, clickedAt, at, value }: AdConversion): Sent | VendorFault => {
        const fbc = toClick(click, clickedAt);
        if (fbc === null || dataset === undefined) return { kind: 'refused', reason: 'The click isn’t one on an ad of Meta' };
        if (Date.now() - at.getTime() > maxAgeMs) return { kind: 'refused', reason: 'The call is older than 7 days. Meta takes no older events.' };
        const event = {
          event_name: actionIds[kind],
          event_time: Math.floor(at.getTime() / 1_000),
          event_id: key,
          action_source: 'phone_call',
          user_data: { fbc },
          ...(value === null ? {} : { custom_data: { value, currency: 'USD' } }),
        };
        return { event, receipt: { managerId, accountId, actionId: event.event_name, key, click, at: at.toISOString() } };
      };
      const known = conversions.map(toSent);
      const told = await sendByHalves(
        known.filter((each) => 'event' in each),
        async (part) => {
          const body = { data: part.map(({ event }) => event) };
          const { events_received: count } = await askGraph(accessToken, Received, `${dataset?.id}/events`, { method: 'POST', body });
          if (count !== part.length) throw new FaultError({ kind: 'unsent', reason: `Meta took ${count} of ${part.length} events`, afterMs: retryMs });
          return new Map(part.map((each) => [each, { kind: 'accepted', receipt: each.receipt }]));
        },
        unreadable,
      );
      return known.map((each) => ('event' in each ? (told.get(each) ?? { kind: 'unknown', reason: unreadable }) : each));
    },
    withdraw: async () => ({ kind: 'refused', reason: 'It stopped counting. Meta can’t withdraw an event, so it stays there.' }),
  };
}
