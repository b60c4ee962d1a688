/**
 * A lead CRM on HubSpot's wire: OAuth 2026-03, and six calls of its CRM API v3. Tokens travel in headers and bodies, never in addresses. No call is made a second time by
 * itself: what to do again is decided by the outbox.
 */
import * as z from 'zod/mini';
import { isBeforeFirstByte, parseRetryAfterMs } from '../carrier/http.ts';
import type { CrmOutcome, CrmReport, CrmSettings, LeadCrm } from './leadCrm.ts';
import { GrantLostError, VendorRefusedError, VendorSilentError, type VendorTokens } from './oauthVendor.ts';
import { FaultError, SentTokens, toVendorError, toVendorTokens, type VendorFault } from './vendorWire.ts';

/** Milliseconds the vendor has to answer each call. */
const crmTimeoutMs = 8_000;
/** Milliseconds that a report takes at the most: a contact is searched and made, then the call or deal. */
export const reportTimeoutMs = 3 * crmTimeoutMs;
/** Until a report that did not arrive is tried again. */
const retryMs = 5_000;
const maxOwners = 500;
/** Contacts, deals, owners; calls are recorded by the scope of contacts. */
const scopes = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
  'crm.objects.owners.read',
];
/** HubSpot's own kinds of association: of a call, and of a deal, with a contact. */
const toContact = { calls: 194, deals: 3 } as const;

const Account = z.object({ portalId: z.number() });
const Failure = z.object({
  message: z._default(z.string(), ''),
  category: z.optional(z.string()),
  status: z.optional(z.string()),
  error: z.optional(z.string()),
});
const Found = z.object({ results: z.array(z.object({ id: z.string() })) });
const Made = z.object({ id: z.string().check(z.regex(/^\w{1,40}$/)) });
const Pipelines = z.object({
  results: z.array(z.object({ id: z.string(), label: z.string(), stages: z.array(z.object({ id: z.string(), label: z.string() })) })),
});
const Owners = z.object({
  results: z.array(z.object({ id: z.string(), email: z.nullish(z.string()), firstName: z._default(z.string(), ''), lastName: z._default(z.string(), '') })),
  paging: z.optional(z.object({ next: z.optional(z.object({ after: z.string() })) })),
});

/** Converts an answer other than success to its outcome. A vendor that failed may have made what was asked, unless only a question was asked. */
async function toFault(response: Response, isQuestion: boolean): Promise<VendorFault> {
  const failure = Failure.safeParse(await response.json().catch(() => null)).data;
  const words = failure?.message.slice(0, 300) || `HubSpot answered ${response.status}`;
  if (response.status === 429) return { kind: 'unsent', reason: 'HubSpot asks to slow down', afterMs: parseRetryAfterMs(response) };
  if (response.status >= 500)
    return isQuestion
      ? { kind: 'unsent', reason: `HubSpot answered ${response.status}`, afterMs: retryMs }
      : { kind: 'unknown', reason: `HubSpot answered ${response.status}` };
  if (response.status === 401) return { kind: 'lost', reason: 'HubSpot no longer takes the connection (401)' };
  if (response.status === 403) return { kind: 'lost', reason: `The connection lacks a permission: ${words}` };
  return { kind: 'refused', reason: `HubSpot refuses it: ${words}` };
}

interface HubspotOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly usesPkce: boolean;
}

/** Makes the adapter. */
export function createHubspot({ clientId, clientSecret, baseUrl, appUrl, usesPkce }: HubspotOptions): LeadCrm {
  const send = (method: string, path: string, headers: Record<string, string>, body?: string | URLSearchParams) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(crmTimeoutMs),
    });

  /** Makes one call and reads what comes back. Throws `FaultError`. */
  async function ask<T extends z.ZodMiniType>(
    accessToken: string,
    schema: T,
    { method = 'GET', path, body, isQuestion }: { method?: string; path: string; body?: object; isQuestion: boolean },
  ): Promise<z.output<T>> {
    const headers = { authorization: `Bearer ${accessToken}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const response = await send(method, path, headers, body === undefined ? undefined : JSON.stringify(body)).catch((error: unknown) => {
      throw new FaultError(
        isQuestion || isBeforeFirstByte(error)
          ? { kind: 'unsent', reason: 'HubSpot can’t be reached', afterMs: retryMs }
          : { kind: 'unknown', reason: 'HubSpot didn’t answer' },
      );
    });
    if (!response.ok) throw new FaultError(await toFault(response, isQuestion));
    const read = schema.safeParse(response.status === 204 ? {} : await response.json().catch(() => null));
    if (!read.success) throw new FaultError({ kind: isQuestion ? 'refused' : 'unknown', reason: 'HubSpot sent an answer that can’t be read' });
    return read.data;
  }

  /** Asks for tokens. A refusal is the grant's end where it is renewed. */
  async function askTokens(fields: Record<string, string>): Promise<VendorTokens> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
    const response = await send('POST', '/oauth/2026-03/token', {}, body).catch((cause: unknown) => {
      throw new VendorSilentError('HubSpot didn’t respond. Try again.', { cause });
    });
    if (response.status === 429 || response.status >= 500) throw new VendorSilentError(`HubSpot answered ${response.status}. Try again.`);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const { error, status, message } = Failure.safeParse(answer).data ?? { message: '' };
      const code = error ?? status ?? String(response.status);
      if (fields.grant_type === 'refresh_token') throw new GrantLostError(`The connection expired or was removed at HubSpot (${code.slice(0, 60)})`);
      throw new VendorRefusedError(`HubSpot refuses the consent. Connect again (${code.slice(0, 60)}${message === '' ? '' : `: ${message.slice(0, 200)}`})`);
    }
    const read = SentTokens.safeParse(answer);
    if (!read.success) throw new VendorSilentError('HubSpot sent an answer that can’t be read. Try again.');
    return toVendorTokens(read.data);
  }

  /** The contact of a caller: found by the number, or made. */
  async function ensureContact(accessToken: string, phone: string, name: string | null): Promise<string> {
    const found = await ask(accessToken, Found, {
      method: 'POST',
      path: '/crm/v3/objects/contacts/search',
      isQuestion: true,
      body: {
        filterGroups: ['phone', 'mobilephone'].map((propertyName) => ({ filters: [{ propertyName, operator: 'EQ', value: phone }] })),
        properties: ['phone'],
        limit: 1,
      },
    });
    const [known] = found.results;
    if (known) return known.id;
    const [firstname = '', ...rest] = (name ?? '').trim().split(/\s+/);
    const names = firstname === '' ? {} : { firstname, ...(rest.length === 0 ? {} : { lastname: rest.join(' ') }) };
    const made = await ask(accessToken, Made, {
      method: 'POST',
      path: '/crm/v3/objects/contacts',
      isQuestion: false,
      body: { properties: { phone, ...names } },
    });
    return made.id;
  }

  const asOutcome = async (work: () => Promise<CrmOutcome>): Promise<CrmOutcome> => {
    try {
      return await work();
    } catch (error) {
      return error instanceof FaultError ? error.fault : { kind: 'unknown', reason: 'HubSpot’s answer can’t be read' };
    }
  };

  return {
    usesPkce,
    createAuthorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(' '), state });
      if (challenge !== null) {
        query.set('code_challenge', challenge);
        query.set('code_challenge_method', 'S256');
      }
      return `${appUrl}/oauth/authorize?${query}`;
    },
    async exchange({ code, redirectUri, verifier }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const tokens = await askTokens(verifier === null ? fields : { ...fields, code_verifier: verifier });
      const { portalId } = await ask(tokens.accessToken, Account, { path: '/account-info/v3/details', isQuestion: true }).catch((error: unknown) => {
        throw toVendorError(error);
      });
      return { tokens, externalId: String(portalId), name: `Account ${portalId}` };
    },
    refresh: (refreshToken) => askTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke({ refreshToken, accessToken }) {
      const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token: refreshToken ?? accessToken });
      const response = await send('POST', '/oauth/2026-03/token/revoke', {}, body).catch((cause: unknown) => {
        throw new VendorSilentError('HubSpot didn’t respond', { cause });
      });
      if (response.status === 429 || response.status >= 500) throw new VendorSilentError(`HubSpot answered ${response.status}`);
    },
    async listChoices(accessToken) {
      try {
        const pipelines = await ask(accessToken, Pipelines, { path: '/crm/v3/pipelines/deals', isQuestion: true });
        const owners: { id: string; name: string }[] = [];
        let after: string | undefined;
        do {
          const page: z.output<typeof Owners> = await ask(accessToken, Owners, {
            path: `/crm/v3/owners?${new URLSearchParams({ limit: '100', ...(after === undefined ? {} : { after }) })}`,
            isQuestion: true,
          });
          owners.push(...page.results.map(({ id, email, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() || email || id })));
          after = page.paging?.next?.after;
        } while (after !== undefined && owners.length < maxOwners);
        return {
          pipelines: pipelines.results.map(({ id, label, stages }) => ({
            id,
            name: label,
            stages: stages.map((stage) => ({ id: stage.id, name: stage.label })),
          })),
          owners,
        };
      } catch (error) {
        throw toVendorError(error);
      }
    },
    report: (accessToken, settings, report) =>
      asOutcome(async () => {
        const contactId = report.phone === null ? null : await ensureContact(accessToken, report.phone, report.contact);
        const object = report.kind === 'lead' ? 'deals' : 'calls';
        const association = { associationCategory: 'HUBSPOT_DEFINED', associationTypeId: toContact[object] };
        const { id } = await ask(accessToken, Made, {
          method: 'POST',
          path: `/crm/v3/objects/${object}`,
          isQuestion: false,
          body: {
            properties: object === 'deals' ? toDeal(settings, report) : toCall(settings, report),
            associations: contactId === null ? [] : [{ to: { id: contactId }, types: [association] }],
          },
        });
        return { kind: 'accepted', receipt: { object, id } };
      }),
    withdraw: (accessToken, receipt) =>
      asOutcome(async () => {
        const response = await send('DELETE', `/crm/v3/objects/${receipt.object}/${receipt.id}`, { authorization: `Bearer ${accessToken}` }).catch(() => {
          throw new FaultError({ kind: 'unsent', reason: 'HubSpot can’t be reached', afterMs: retryMs });
        });
        if (response.ok || response.status === 404) return { kind: 'accepted', receipt };
        // A deletion may be asked for twice.
        return toFault(response, true);
      }),
  };
}

const ownerOf = ({ ownerId }: CrmSettings) => (ownerId === null ? {} : { hubspot_owner_id: ownerId });
const nameOf = ({ contact, phone }: CrmReport) => contact ?? phone ?? 'Anonymous caller';

/** Properties of a deal. */
const toDeal = (settings: CrmSettings, report: CrmReport) => ({
  dealname: `${nameOf(report)}, call`,
  pipeline: settings.pipelineId,
  dealstage: settings.stageId,
  description: `${report.line} · ${report.url}`,
  ...(report.value === null ? {} : { amount: String(report.value) }),
  ...ownerOf(settings),
});

/** Properties of a recorded call. */
const toCall = (settings: CrmSettings, report: CrmReport) => ({
  hs_timestamp: report.startedAt.toISOString(),
  hs_call_title: `Call from ${nameOf(report)}`,
  hs_call_body: `${report.line} · ${report.url}`,
  hs_call_direction: 'INBOUND',
  hs_call_status: report.seconds === null ? 'NO_ANSWER' : 'COMPLETED',
  hs_call_duration: String((report.seconds ?? 0) * 1_000),
  ...(report.phone === null ? {} : { hs_call_from_number: report.phone }),
  ...ownerOf(settings),
});
