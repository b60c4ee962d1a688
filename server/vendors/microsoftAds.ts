/**
 * Microsoft Advertising on its wires of JSON (v13): OAuth 2 of the Microsoft identity platform, Customer Management for the person, managers and accounts, Campaign
 * Management for goals, conversions of clicks and their retraction. Microsoft ignores a conversion of the same goal, click and time, so that a lost answer is asked again.
 */
import * as z from 'zod/mini';
import { type AdKind, adKinds } from '#contract/integrations/enums.ts';
import { isBeforeFirstByte, parseRetryAfterMs } from '../carrier/http.ts';
import type { AdAccounts, AdConversion, AdOutcome, AdPlatform, AdReceipt } from './adPlatform.ts';
import { GrantLostError, VendorRefusedError, VendorSilentError } from './oauthVendor.ts';
import { FaultError, SentTokens, TokenRefusal, toVendorError, toVendorTokens, type VendorFault } from './vendorWire.ts';
import { wireVersions } from './versions.ts';

/** Milliseconds the vendor has to answer each call. */
const timeoutMs = 8_000;
/** Until what did not arrive is tried again. */
const retryMs = 5_000;
/** Microsoft asks to wait a minute after too many calls, and two hours after a goal was made. */
const slowMs = 60_000;
const goalMs = 2 * 3_600_000;
const newGoal = 'Microsoft takes conversions of a new goal from two hours after it was made';
const accountsOnPage = 100;
const maxAccounts = 1_000;
const maxManagers = 1_000;
/** Days after a click on which a conversion still counts: the most that a goal can have. */
const windowMinutes = 90 * 24 * 60;
const adsScope = 'https://ads.microsoft.com/msads.manage';
const scopes = `${adsScope} offline_access`;
const clickParameter = 'msclkid';

/** Goals are unique by name among all accounts of a manager, so that the account is in the name. */
const goals: Readonly<Record<AdKind, { readonly name: string; readonly category: string }>> = {
  call: { name: 'Keyline call', category: 'Contact' },
  lead: { name: 'Keyline lead', category: 'SubmitLeadForm' },
  appointment: { name: 'Keyline appointment', category: 'BookAppointment' },
};
const toGoalName = (kind: AdKind, accountId: string) => `${goals[kind].name} (${accountId})`;

const text = z.nullish(z.string());
const Fault = z.nullish(z.array(z.nullable(z.object({ Code: z.nullish(z.number()), ErrorCode: text, Message: text, Index: z.nullish(z.number()) }))));
/** Customer Management calls them errors of the operation; authentication is refused with `Errors`. */
const Failure = z.object({ Errors: Fault, OperationErrors: Fault, BatchErrors: Fault });
/** A 64-bit number, which Microsoft writes as a text. */
const long = z.pipe(z.union([z.string(), z.number()]), z.transform(String)).check(z.regex(/^\d{1,19}$/));
const Person = z.object({ User: z.object({ Id: long, UserName: text, ContactInfo: z.nullish(z.object({ Email: text })) }) });
const Managers = z.object({ CustomersInfo: z.nullish(z.array(z.object({ Id: long, Name: text }))) });
const Accounts = z.object({ Accounts: z.nullish(z.array(z.object({ Id: long, Name: text, ParentCustomerId: long, AccountLifeCycleStatus: text }))) });
const Goals = z.object({ ConversionGoals: z.nullish(z.array(z.nullable(z.object({ Name: z.string(), Status: text })))), PartialErrors: Fault });
const Applied = z.object({ PartialErrors: Fault });

/** The first of the errors that Microsoft names; null where there is none. */
function findFault(...lists: readonly z.output<typeof Fault>[]): { readonly code: number; readonly name: string; readonly words: string } | null {
  const first = lists.flatMap((list) => list ?? []).find((each) => each !== null);
  if (!first) return null;
  const name = first.ErrorCode ?? '';
  return {
    code: first.Code ?? -1,
    name,
    words:
      [name, first.Message ?? '']
        .filter((part) => part !== '')
        .join(': ')
        .slice(0, 300) || `Error ${first.Code}`,
  };
}

/** Converts an answer other than success to its outcome. Whatever is asked here may be asked twice, so that nothing stays open. */
async function toFault(response: Response): Promise<VendorFault> {
  const failure = Failure.safeParse(await response.json().catch(() => null)).data;
  const { code, name, words } = findFault(failure?.Errors, failure?.OperationErrors, failure?.BatchErrors) ?? {
    code: -1,
    name: '',
    words: `Microsoft answered ${response.status}`,
  };
  if (response.status === 429 || code === 117)
    return { kind: 'unsent', reason: 'Microsoft asks to slow down', afterMs: response.headers.has('retry-after') ? parseRetryAfterMs(response) : slowMs };
  if (response.status >= 500 || code === 0) return { kind: 'unsent', reason: `Microsoft answered ${response.status}`, afterMs: retryMs };
  // The token of this installation, not the person's connection.
  if (code === 106 || name === 'UserIsNotAuthorized' || /developer token/i.test(words))
    return { kind: 'refused', reason: `Microsoft refuses this server: ${words}` };
  if (response.status === 401 || code === 105 || code === 109) return { kind: 'lost', reason: `Microsoft no longer takes the connection (${words})` };
  return { kind: 'refused', reason: `Microsoft refuses it: ${words}` };
}

/** Places of Microsoft's wires. */
const microsoftHosts = {
  login: 'https://login.microsoftonline.com',
  customers: 'https://clientcenter.api.bingads.microsoft.com',
  campaigns: 'https://campaign.api.bingads.microsoft.com',
} as const;

interface MicrosoftAdsOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly developerToken: string;
  /** One place that speaks all wires; null: Microsoft. */
  readonly baseUrl: string | null;
}

/** An account as a call names it: the manager it is reached by, and its own id. */
interface AccountIds {
  readonly managerId: string | null;
  readonly accountId: string;
}

const send = (url: string, headers: Record<string, string>, body: string | URLSearchParams) =>
  fetch(url, { method: 'POST', headers, body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });

const named = ({ Id, Name }: { readonly Id: string; readonly Name?: string | null | undefined }) => ({ id: Id, name: Name || Id });

/** A conversion as it is sent, with what is kept of it. */
interface Sent {
  readonly conversion: object;
  readonly receipt: AdReceipt;
}
const unreadable = 'Microsoft’s answer can’t be read';

/** Makes the adapter. */
export function createMicrosoftAds({ clientId, clientSecret, developerToken, baseUrl }: MicrosoftAdsOptions): AdPlatform {
  const at = (host: keyof typeof microsoftHosts) => baseUrl ?? microsoftHosts[host];
  const { version } = wireVersions.microsoftAds;

  /** Asks for tokens. A refusal is the grant's end where it is renewed, unless the client of this server is what is refused. */
  async function askTokens(fields: Record<string, string>): Promise<z.output<typeof SentTokens>> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, scope: scopes, ...fields });
    const response = await send(`${at('login')}/common/oauth2/v2.0/token`, {}, body).catch((cause: unknown) => {
      throw new VendorSilentError('Microsoft didn’t respond. Try again.', { cause });
    });
    if (response.status === 429 || response.status >= 500) throw new VendorSilentError(`Microsoft answered ${response.status}. Try again.`);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const { error, error_description: words } = TokenRefusal.safeParse(answer).data ?? { error: '', error_description: '' };
      const code = (error || String(response.status)).slice(0, 60);
      // Secrets of an app at Microsoft end after two years at the latest: no reason to connect again.
      if (error === 'invalid_client' || error === 'unauthorized_client')
        throw new VendorSilentError(`Microsoft refuses this server (${code}). Ask its operator to check MICROSOFT_ADS_CLIENT_SECRET, which may have expired.`);
      if (fields.grant_type === 'refresh_token') throw new GrantLostError(`The connection expired or was removed at Microsoft (${code})`);
      throw new VendorRefusedError(`Microsoft refuses the consent. Connect again (${code}${words === '' ? '' : `: ${words.slice(0, 200)}`})`);
    }
    const read = SentTokens.safeParse(answer);
    if (!read.success) throw new VendorSilentError('Microsoft sent an answer that can’t be read. Try again.');
    return read.data;
  }
  /** Makes one call and reads what comes back. Throws `FaultError`. */
  async function ask<T extends z.ZodMiniType>(accessToken: string, schema: T, url: string, body: object, account?: AccountIds): Promise<z.output<T>> {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      DeveloperToken: developerToken,
      'content-type': 'application/json',
      ...(account === undefined ? {} : { CustomerAccountId: account.accountId, ...(account.managerId === null ? {} : { CustomerId: account.managerId }) }),
    };
    const response = await send(url, headers, JSON.stringify(body)).catch((error: unknown) => {
      const reason = isBeforeFirstByte(error) ? 'Microsoft can’t be reached' : 'Microsoft didn’t answer';
      throw new FaultError({ kind: 'unsent', reason, afterMs: retryMs });
    });
    if (!response.ok) throw new FaultError(await toFault(response));
    const read = schema.safeParse(await response.json().catch(() => null));
    if (!read.success) throw new FaultError({ kind: 'unsent', reason: 'Microsoft sent an answer that can’t be read', afterMs: retryMs });
    return read.data;
  }
  const askCustomers = <T extends z.ZodMiniType>(accessToken: string, schema: T, path: string, body: object) =>
    ask(accessToken, schema, `${at('customers')}/CustomerManagement/${version}/${path}`, body);
  const askCampaigns = <T extends z.ZodMiniType>(accessToken: string, schema: T, path: string, body: object, account: AccountIds) =>
    ask(accessToken, schema, `${at('campaigns')}/CampaignManagement/${version}/${path}`, body, account);
  const askPerson = (accessToken: string) => askCustomers(accessToken, Person, 'User/Query', { UserId: null });

  /** Accounts in which ads can run: of the person, or that a manager reaches. */
  async function searchAccounts(accessToken: string, managerId: string | null): Promise<AdAccounts['accounts']> {
    const predicate =
      managerId === null
        ? { Field: 'UserId', Operator: 'Equals', Value: (await askPerson(accessToken)).User.Id }
        : { Field: 'CustomerId', Operator: 'Equals', Value: managerId };
    const found: AdAccounts['accounts'][number][] = [];
    for (let Index = 0; Index < maxAccounts / accountsOnPage; Index += 1) {
      const { Accounts: page } = await askCustomers(accessToken, Accounts, 'Accounts/Search', {
        Predicates: [predicate],
        Ordering: null,
        PageInfo: { Index, Size: accountsOnPage },
      });
      const open = (page ?? []).filter(({ AccountLifeCycleStatus: status }) => status !== 'Inactive' && status !== 'Draft');
      found.push(...open.map((each) => ({ ...named(each), managerId: managerId ?? each.ParentCustomerId })));
      if ((page ?? []).length < accountsOnPage) break;
    }
    return found;
  }

  /** Makes conversions of an account count, or no longer; an outcome for each. */
  async function apply(accessToken: string, account: AccountIds, receipts: readonly AdReceipt[], path: string, body: object): Promise<readonly AdOutcome[]> {
    if (receipts.length === 0) return [];
    try {
      const { PartialErrors: errors } = await askCampaigns(accessToken, Applied, path, body, account);
      return receipts.map((receipt, index) => {
        // An error that names no item of the list is about each of them.
        const fault = findFault(errors?.filter((each) => (each?.Index ?? index) === index));
        if (fault === null) return { kind: 'accepted', receipt };
        if (fault.name === 'OfflineConversionGoalTooRecent') return { kind: 'unsent', reason: newGoal, afterMs: slowMs };
        return { kind: 'refused', reason: `Microsoft refuses it: ${fault.words}` };
      });
    } catch (error) {
      const outcome: AdOutcome = error instanceof FaultError ? error.fault : { kind: 'unknown', reason: unreadable };
      return receipts.map(() => outcome);
    }
  }
  /** A conversion as its goal, click and time name it. */
  const toConversion = ({ actionId, click, at: happened }: AdReceipt) => ({ ConversionName: actionId, ConversionTime: happened, MicrosoftClickId: click.id });

  return {
    usesPkce: true,
    createAuthorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        response_mode: 'query',
        redirect_uri: redirectUri,
        scope: scopes,
        prompt: 'select_account',
        state,
      });
      if (challenge !== null) {
        query.set('code_challenge', challenge);
        query.set('code_challenge_method', 'S256');
      }
      return `${at('login')}/common/oauth2/v2.0/authorize?${query}`;
    },
    async exchange({ code, redirectUri, verifier }) {
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const granted = await askTokens(verifier === null ? fields : { ...fields, code_verifier: verifier });
      if (!granted.scope.split(' ').includes(adsScope) || granted.refresh_token === undefined)
        throw new VendorRefusedError('Microsoft Ads needs both permissions, to manage ads and to keep them. Connect again and accept both.');
      const { User: person } = await askPerson(granted.access_token).catch((error: unknown) => {
        // A Microsoft account that buys no ads is refused as if it were signed out.
        if (error instanceof FaultError && error.fault.kind === 'lost')
          throw new VendorRefusedError('This Microsoft account has no access to Microsoft Advertising. Connect with one that has.');
        throw toVendorError(error);
      });
      return { tokens: toVendorTokens(granted), externalId: person.Id, name: person.ContactInfo?.Email || person.UserName || 'Microsoft account' };
    },
    refresh: async (refreshToken) => toVendorTokens(await askTokens({ grant_type: 'refresh_token', refresh_token: refreshToken })),
    // Microsoft has no call by which an app gives one grant back: tokens that are forgotten end by themselves.
    revoke: () => Promise.resolve(),
    async listAccounts(accessToken, managerId) {
      try {
        const [{ CustomersInfo: managers }, accounts] = await Promise.all([
          askCustomers(accessToken, Managers, 'CustomersInfo/Query', { CustomerNameFilter: '', TopN: maxManagers }),
          searchAccounts(accessToken, managerId),
        ]);
        return { managers: (managers ?? []).map(named), accounts };
      } catch (error) {
        throw toVendorError(error);
      }
    },
    async prepare(accessToken, { managerId, accountId }, names) {
      const account = { managerId, accountId };
      try {
        const { ConversionGoals: known } = await askCampaigns(
          accessToken,
          Goals,
          'ConversionGoals/QueryByIds',
          { ConversionGoalIds: null, ConversionGoalTypes: 'OfflineConversion' },
          account,
        );
        const statuses = new Map((known ?? []).flatMap((goal) => (goal === null ? [] : [[goal.Name, goal.Status]])));
        const paused = adKinds.map((kind) => toGoalName(kind, accountId)).find((name) => statuses.get(name) === 'Paused');
        if (paused !== undefined) throw new VendorRefusedError(`The conversion goal “${paused}” is paused at Microsoft. Activate it there first.`);
        const missing = adKinds.filter((kind) => !statuses.has(toGoalName(kind, accountId)));
        if (missing.length > 0) {
          const ConversionGoals = missing.map((kind) => ({
            Type: 'OfflineConversion',
            Name: toGoalName(kind, accountId),
            GoalCategory: goals[kind].category,
            CountType: 'All',
            ConversionWindowInMinutes: windowMinutes,
            Scope: 'Account',
            Status: 'Active',
          }));
          const fault = findFault((await askCampaigns(accessToken, Applied, 'ConversionGoals', { ConversionGoals }, account)).PartialErrors);
          if (fault !== null) throw new VendorRefusedError(`Microsoft refuses the conversion goals: ${fault.words}`);
        }
        const actionIds = { call: toGoalName('call', accountId), lead: toGoalName('lead', accountId), appointment: toGoalName('appointment', accountId) };
        const readyAt = missing.length === 0 ? null : new Date(Date.now() + goalMs).toISOString();
        return { ...account, managerName: names.manager, accountName: names.account, isSeparate: true, actionIds, readyAt };
      } catch (error) {
        throw toVendorError(error);
      }
    },
    async convert(accessToken, { managerId, accountId, actionIds, readyAt = null }, conversions) {
      const toSent = ({ kind, key, click, countedAt, value }: AdConversion): Sent | VendorFault => {
        if (click.parameter !== clickParameter) return { kind: 'refused', reason: 'The click isn’t one on an ad of Microsoft' };
        if (readyAt !== null && Date.parse(readyAt) > Date.now()) return { kind: 'unsent', reason: newGoal, afterMs: slowMs };
        const receipt = { managerId, accountId, actionId: actionIds[kind], key, click, at: countedAt.toISOString() };
        return { receipt, conversion: { ...toConversion(receipt), ...(value === null ? {} : { ConversionValue: value, ConversionCurrencyCode: 'USD' }) } };
      };
      const known = conversions.map(toSent);
      const sent = known.filter((each) => 'conversion' in each);
      const told = await apply(
        accessToken,
        { managerId, accountId },
        sent.map(({ receipt }) => receipt),
        'OfflineConversions/Apply',
        { OfflineConversions: sent.map(({ conversion }) => conversion) },
      );
      const outcomes = new Map(sent.map((each, index) => [each, told[index]]));
      return known.map((each) => ('conversion' in each ? (outcomes.get(each) ?? { kind: 'unknown', reason: unreadable }) : each));
    },
    withdraw: async (accessToken, receipt) => {
      const adjustment = { ...toConversion(receipt), AdjustmentType: 'Retract', AdjustmentTime: new Date().toISOString() };
      const body = { OfflineConversionAdjustments: [adjustment] };
      const [outcome = { kind: 'unknown', reason: unreadable }] = await apply(accessToken, receipt, [receipt], 'OfflineConversionAdjustments/Apply', body);
      return outcome.kind === 'refused' ? { kind: 'refused', reason: `It stopped counting. ${outcome.reason}` } : outcome;
    },
  };
}
