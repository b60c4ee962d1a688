/**
 * Microsoft Advertising on a laptop: the consent page, tokens whose refresh token rotates and with their proof (PKCE), managers and accounts, goals for conversions that
 * need two hours before they take one, conversions of clicks and their retraction, and the refusals a caller has to live with. Its page shows the conversions, and takes
 * the app out of an account.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { askedFields, fitsChallenge, registerConsent, tokenFields } from '../oauthConsent.ts';
import { type Answer, createWays, ok, readBearer, registerVendorPage, sendAnswer } from '../vendorAnswers.ts';

/** The app that is registered here. */
export const microsoftAdsApp = {
  clientId: '3f2a1c9e-0000-4000-8000-app-of-keyline',
  clientSecret: 'secret-of-the-app-at-sandbox-microsoft',
  developerToken: 'developer-token-of-sandbox-microsoft',
} as const;

/** People who can allow the app, with the managers they can act for. `dana` buys no ads. */
export const microsoftPeople = [
  { id: '7100001', email: 'ads@harbor-bikes.example', managers: ['1500001', '1500002'] },
  { id: '7100002', email: 'ads@elmwood.example', managers: ['1500003'] },
  { id: '7100003', email: 'dana@reader.example', managers: [] },
] as const;

const managers = [
  { Id: '1500001', Name: 'Harbor Bikes' },
  { Id: '1500002', Name: 'Harbor Agency' },
  { Id: '1500003', Name: 'Elmwood' },
] as const;
interface SandboxAccount {
  readonly Id: string;
  readonly Name: string;
  readonly ParentCustomerId: string;
  readonly AccountLifeCycleStatus: 'Active' | 'Inactive';
  /** A manager that reaches it besides its own. */
  readonly agency: string | null;
}
const accounts: readonly SandboxAccount[] = [
  { Id: '180001', Name: 'Harbor Bikes', ParentCustomerId: '1500001', AccountLifeCycleStatus: 'Active', agency: null },
  { Id: '180002', Name: 'Old shop', ParentCustomerId: '1500001', AccountLifeCycleStatus: 'Inactive', agency: null },
  { Id: '180003', Name: 'Harbor Rentals', ParentCustomerId: '1500002', AccountLifeCycleStatus: 'Active', agency: null },
  { Id: '180004', Name: 'Elmwood', ParentCustomerId: '1500003', AccountLifeCycleStatus: 'Active', agency: '1500002' },
];
const codeMs = 600_000;
const tokenSeconds = 3_599;
const goalMs = 2 * 3_600_000;
/** Conversions of older times are refused. */
const maxAgeMs = 90 * 86_400_000;
const adsScope = 'https://ads.microsoft.com/msads.manage';

type Act = 'token' | 'person' | 'managers' | 'accounts' | 'goals' | 'addGoals' | 'apply' | 'adjust';

/** A goal for conversions. */
interface Goal {
  readonly accountId: string;
  readonly name: string;
  readonly category: string;
  status: 'Active' | 'Paused';
  readyAt: number;
}
/** A conversion as it counts now. `value` null: the value of its goal. */
interface Conversion {
  readonly accountId: string;
  readonly goalName: string;
  readonly click: string;
  readonly at: string;
  readonly value: number | null;
  isRetracted: boolean;
  /** Times it was told: the second and later ones are ignored. */
  told: number;
}
interface Grant {
  readonly userId: string;
  readonly scope: string;
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}

export interface SandboxMicrosoftAds {
  conversions(): readonly Conversion[];
  goals(accountId: string): readonly Goal[];
  /** Lets the two hours of the goals of an account pass. */
  ageGoals(accountId: string): void;
  removeGoals(accountId: string): void;
  pauseGoal(accountId: string, name: string): void;
  /** Lets the access tokens of a person expire, so that they are renewed. */
  expireTokens(userId: string): void;
  /** Fails the next requests: by a status, or by a connection that is cut after the work was done. */
  failNext(act: Act, ...ways: (number | 'cut')[]): void;
  countRequests(act: Act): number;
  /** Takes the app out of a person's account, as they can at Microsoft. */
  remove(userId: string): void;
  register(app: FastifyInstance): Promise<void>;
}

const Asked = z.object({
  ...askedFields,
  client_id: z.literal(microsoftAdsApp.clientId),
  response_type: z.literal('code'),
  response_mode: z.optional(z.literal('query')),
  prompt: z.optional(z.enum(['login', 'none', 'consent', 'select_account'])),
});
type Asked = z.output<typeof Asked>;
const Exchange = z.object({ ...tokenFields, scope: z.string().check(z.minLength(1)) });
const AskPerson = z.strictObject({ UserId: z.null() });
const AskManagers = z.strictObject({ CustomerNameFilter: z.string(), TopN: z.int().check(z.positive()) });
const AskAccounts = z.strictObject({
  Predicates: z
    .array(z.strictObject({ Field: z.enum(['UserId', 'CustomerId']), Operator: z.literal('Equals'), Value: z.string() }))
    .check(z.minLength(1), z.maxLength(1)),
  Ordering: z.null(),
  PageInfo: z.strictObject({ Index: z.int().check(z.nonnegative()), Size: z.int().check(z.minimum(1), z.maximum(1_000)) }),
});
const AskGoals = z.strictObject({ ConversionGoalIds: z.null(), ConversionGoalTypes: z.literal('OfflineConversion') });
const AddGoals = z.strictObject({
  ConversionGoals: z
    .array(
      z.strictObject({
        Type: z.literal('OfflineConversion'),
        Name: z.string().check(z.minLength(1), z.maxLength(100)),
        GoalCategory: z.enum(['Contact', 'SubmitLeadForm', 'BookAppointment', 'RequestQuote', 'Other']),
        CountType: z.enum(['All', 'Unique']),
        ConversionWindowInMinutes: z.int().check(z.minimum(1), z.maximum(129_600)),
        Scope: z.enum(['Account', 'Customer']),
        Status: z.enum(['Active', 'Paused']),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
const named = { ConversionName: z.string(), ConversionTime: z.iso.datetime(), MicrosoftClickId: z.string() };
const Apply = z.strictObject({
  OfflineConversions: z
    .array(z.strictObject({ ...named, ConversionValue: z.optional(z.number()), ConversionCurrencyCode: z.optional(z.string().check(z.length(3))) }))
    .check(z.minLength(1), z.maxLength(1_000)),
});
const Adjust = z.strictObject({
  OfflineConversionAdjustments: z
    .array(z.strictObject({ ...named, AdjustmentType: z.literal('Retract'), AdjustmentTime: z.iso.datetime() }))
    .check(z.minLength(1), z.maxLength(1_000)),
});

const refuse = (Code: number, ErrorCode: string, Message: string, status = 400): Answer => ({
  status,
  body: { TrackingId: randomUUID(), Type: 'ApiFaultDetail', BatchErrors: [], OperationErrors: [{ Code, Details: null, ErrorCode, Message }] },
});
const refuseLogin = (Code: number, ErrorCode: string, Message: string): Answer => ({
  status: 401,
  body: { TrackingId: randomUUID(), Type: 'AdApiFaultDetail', Errors: [{ Code, Detail: null, ErrorCode, Message }] },
});
const invalid = refuse(100, 'InvalidRequest', 'The request message is invalid.');
const denied = refuse(1102, 'CampaignServiceInvalidAccountId', 'The account ID is invalid, or the user has no access to it.');
/** The error of an item of a list; the others are done. */
const partly = (Index: number, ErrorCode: string, Message: string) => ({
  Code: 5500,
  Details: null,
  ErrorCode,
  FieldPath: null,
  Index,
  Message,
  Type: 'BatchError',
});
type PartialError = ReturnType<typeof partly>;

/** Makes it. */
export function createSandboxMicrosoftAds(): SandboxMicrosoftAds {
  const told: Conversion[] = [];
  let goals: Goal[] = [];
  const codes = new Map<string, { readonly asked: Asked; readonly userId: string; readonly scope: string; readonly until: number }>();
  let grants: Grant[] = [];
  const { failNext, take, countRequests } = createWays<Act>();

  const fail = (error: string, words: string, status = 400): Answer => ({ status, body: { error, error_description: words, error_codes: [] } });
  const toTokens = ({ accessToken, refreshToken, scope }: Grant): Answer =>
    ok({
      token_type: 'Bearer',
      scope: scope
        .split(' ')
        .filter((each) => each !== 'offline_access')
        .join(' '),
      expires_in: tokenSeconds,
      access_token: accessToken,
      ...(scope.includes('offline_access') ? { refresh_token: refreshToken } : {}),
    });
  const makeTokens = () => ({ accessToken: `EwB.${randomUUID()}`, refreshToken: `M.C5.${randomUUID()}`, expiresAt: Date.now() + tokenSeconds * 1_000 });
  const exchange = ({ body }: FastifyRequest): Answer => {
    const sent = Exchange.safeParse(body).data;
    if (!sent) return fail('invalid_request', 'AADSTS900144: The request body must contain the following parameter.');
    if (sent.client_id !== microsoftAdsApp.clientId || sent.client_secret !== microsoftAdsApp.clientSecret)
      return fail('invalid_client', 'AADSTS7000215: Invalid client secret provided.', 401);
    if (sent.grant_type === 'refresh_token') {
      const grant = grants.find(({ refreshToken }) => refreshToken === sent.refresh_token);
      if (!grant) return fail('invalid_grant', 'AADSTS70000: The refresh token is invalid, expired or revoked.');
      Object.assign(grant, makeTokens());
      return toTokens(grant);
    }
    const granted = codes.get(sent.code ?? '');
    codes.delete(sent.code ?? '');
    if (!granted || granted.until < Date.now()) return fail('invalid_grant', 'AADSTS70008: The provided authorization code is invalid or has expired.');
    if (granted.asked.redirect_uri !== sent.redirect_uri) return fail('invalid_grant', 'AADSTS50148: The redirect address does not match.');
    if (!fitsChallenge(granted.asked.code_challenge, sent.code_verifier)) return fail('invalid_grant', 'AADSTS501481: The code verifier does not match.');
    const grant: Grant = { userId: granted.userId, scope: granted.scope, ...makeTokens() };
    grants.push(grant);
    return toTokens(grant);
  };
  const findManagers = ({ userId }: Grant): readonly string[] => microsoftPeople.find(({ id }) => id === userId)?.managers ?? [];
  const isUnder = ({ ParentCustomerId, agency }: SandboxAccount, manager: string) => ParentCustomerId === manager || agency === manager;

  const askPerson = ({ userId }: Grant, body: unknown): Answer => {
    if (!AskPerson.safeParse(body).success) return invalid;
    const person = microsoftPeople.find(({ id }) => id === userId);
    if (!person || person.managers.length === 0)
      return refuseLogin(105, 'InvalidCredentials', 'Authentication failed. Either supplied credentials are invalid or the account is inactive.');
    return ok({
      User: { Id: userId, UserName: person.email, ContactInfo: { Email: person.email } },
      CustomerRoles: person.managers.map((CustomerId) => ({ RoleId: 41, CustomerId, AccountIds: null, LinkedAccountIds: null })),
    });
  };
  const askManagers = (grant: Grant, body: unknown): Answer => {
    const asked = AskManagers.safeParse(body).data;
    if (!asked) return invalid;
    return ok({ CustomersInfo: managers.filter(({ Id }) => findManagers(grant).includes(Id)).slice(0, asked.TopN) });
  };
  const askAccounts = (grant: Grant, body: unknown): Answer => {
    const asked = AskAccounts.safeParse(body).data;
    const predicate = asked?.Predicates[0];
    if (!asked || !predicate) return invalid;
    const own = findManagers(grant);
    const { Field: field, Value: value } = predicate;
    if (field === 'CustomerId' && !own.includes(value)) return denied;
    const found = accounts.filter((account) => (field === 'CustomerId' ? isUnder(account, value) : own.includes(account.ParentCustomerId)));
    const start = asked.PageInfo.Index * asked.PageInfo.Size;
    return ok({ Accounts: found.slice(start, start + asked.PageInfo.Size).map(({ agency: _agency, ...account }) => account) });
  };

  const askGoals = (account: SandboxAccount, body: unknown): Answer => {
    if (!AskGoals.safeParse(body).success) return invalid;
    const found = goals.filter(({ accountId }) => accountId === account.Id);
    return ok({ ConversionGoals: found.map(({ name, status }) => ({ Name: name, Status: status, Type: 'OfflineConversion' })), PartialErrors: [] });
  };
  /** Names are unique among all accounts of a manager. */
  const addGoals = (account: SandboxAccount, body: unknown): Answer => {
    const asked = AddGoals.safeParse(body).data;
    if (!asked) return invalid;
    const siblings = accounts.filter(({ ParentCustomerId }) => ParentCustomerId === account.ParentCustomerId).map(({ Id }) => Id);
    const errors: PartialError[] = [];
    const ids = asked.ConversionGoals.map(({ Name: name, GoalCategory: category, Status: status }, at) => {
      if (goals.some((goal) => goal.name === name && siblings.includes(goal.accountId))) {
        errors.push(partly(at, 'DuplicateGoalName', 'A conversion goal of this name already exists.'));
        return null;
      }
      goals.push({ accountId: account.Id, name, category, status, readyAt: Date.now() + goalMs });
      return String(9_000 + goals.length);
    });
    return ok({ ConversionGoalIds: ids, PartialErrors: errors });
  };
  /** The objection to a conversion; null: none. */
  const findObjection = (account: SandboxAccount, name: string, time: string, click: string, at: number): PartialError | null => {
    const goal = goals.find((each) => each.accountId === account.Id && each.name === name);
    if (!goal) return partly(at, 'OfflineConversionNameInvalid', 'The provided offline conversion name does not match any existing goal.');
    if (goal.readyAt > Date.now()) return partly(at, 'OfflineConversionGoalTooRecent', 'The goal was created less than two hours before the import.');
    if (click.startsWith('bad')) return partly(at, 'OfflineConversionMicrosoftClickIdInvalid', 'The Microsoft click ID is invalid.');
    const age = Date.now() - Date.parse(time);
    if (age < -60_000) return partly(at, 'FutureConversionTimeCannotBeSet', 'The conversion time is set to a future date.');
    return age > maxAgeMs ? partly(at, 'OfflineConversionTimeOutOfWindow', 'The conversion time is outside the allowed lookback window.') : null;
  };
  const findTold = (account: SandboxAccount, name: string, time: string, click: string) =>
    told.find((each) => each.accountId === account.Id && each.goalName === name && each.at === time && each.click === click);
  const apply = (account: SandboxAccount, body: unknown): Answer => {
    const asked = Apply.safeParse(body).data;
    if (!asked) return invalid;
    const errors = asked.OfflineConversions.flatMap(({ ConversionName: name, ConversionTime: time, MicrosoftClickId: click, ConversionValue: value }, at) => {
      const objection = findObjection(account, name, time, click, at);
      if (objection !== null) return [objection];
      // One of the same goal, click and time is ignored, even after it was retracted.
      const known = findTold(account, name, time, click);
      if (known) known.told += 1;
      else told.push({ accountId: account.Id, goalName: name, click, at: time, value: value ?? null, isRetracted: false, told: 1 });
      return [];
    });
    return ok({ PartialErrors: errors });
  };
  const adjust = (account: SandboxAccount, body: unknown): Answer => {
    const asked = Adjust.safeParse(body).data;
    if (!asked) return invalid;
    const errors = asked.OfflineConversionAdjustments.flatMap(
      ({ ConversionName: name, ConversionTime: time, MicrosoftClickId: click, AdjustmentTime: now }, at) => {
        const objection = findObjection(account, name, time, click, at);
        if (objection !== null) return [objection];
        if (Date.parse(now) <= Date.parse(time))
          return [partly(at, 'OfflineConversionAdjustmentTimeEarlierThanConversionTime', 'An adjustment time cannot be earlier than the conversion time.')];
        const known = findTold(account, name, time, click);
        if (known) known.isRetracted = true;
        return [];
      },
    );
    return ok({ PartialErrors: errors });
  };

  /** Answers, or fails as a test wants it. */
  const answer = async (act: Act, request: FastifyRequest, reply: FastifyReply, work: (grant: Grant | undefined) => Answer) => {
    const way = take(act);
    if (typeof way === 'number') return reply.code(way).header('retry-after', '1').send({ error: 'temporarily_unavailable', Message: 'As a test wants it' });
    const token = readBearer(request);
    const answered = work(grants.find(({ accessToken }) => accessToken === token));
    return sendAnswer(reply, answered, way === 'cut');
  };
  /** A call needs the token of a person and that of the developer. */
  const withGrant = (request: FastifyRequest, work: (grant: Grant) => Answer) => (grant: Grant | undefined) => {
    if (!grant) return refuseLogin(105, 'InvalidCredentials', 'Authentication failed. Either supplied credentials are invalid or the account is inactive.');
    if (grant.expiresAt < Date.now())
      return refuseLogin(109, 'AuthenticationTokenExpired', 'Authentication token expired. Please renew the token or obtain a new one.');
    if (request.headers.developertoken !== microsoftAdsApp.developerToken)
      return refuseLogin(106, 'UserIsNotAuthorized', 'The user does not represent a authorized developer.');
    return work(grant);
  };
  const withAccount = (request: FastifyRequest, work: (account: SandboxAccount) => Answer) =>
    withGrant(request, (grant) => {
      const { customerid: manager, customeraccountid: id } = request.headers;
      const account = accounts.find(({ Id }) => Id === id);
      if (!account || typeof manager !== 'string' || !findManagers(grant).includes(manager) || !isUnder(account, manager)) return denied;
      return work(account);
    });

  const remove = (userId: string) => {
    grants = grants.filter((grant) => grant.userId !== userId);
  };

  return {
    conversions: () => told,
    goals: (accountId) => goals.filter((each) => each.accountId === accountId),
    ageGoals(accountId) {
      for (const goal of goals) if (goal.accountId === accountId) goal.readyAt = 0;
    },
    removeGoals(accountId) {
      goals = goals.filter((each) => each.accountId !== accountId);
    },
    pauseGoal(accountId, name) {
      for (const goal of goals) if (goal.accountId === accountId && goal.name === name) goal.status = 'Paused';
    },
    expireTokens(userId) {
      for (const grant of grants) if (grant.userId === userId) grant.expiresAt = 0;
    },
    failNext,
    countRequests,
    remove,
    async register(app) {
      const login = '/microsoft/common/oauth2/v2.0';
      registerVendorPage(app, {
        path: '/microsoft',
        title: 'Sandbox Microsoft Advertising',
        noAccount: 'Keyline is in no account.',
        nothing: 'No conversions yet.',
        listInstalled: () => microsoftPeople.filter(({ id }) => grants.some(({ userId }) => userId === id)).map(({ id, email }) => ({ id, name: email })),
        listTold: () =>
          told.toReversed().map(({ goalName, accountId, click, at, value, isRetracted }) => ({
            title: goalName,
            lines: [`account: ${accountId}`, `click: ${click}`, `time: ${at}`, `value: ${value ?? 'that of the goal'}`, ...(isRetracted ? ['retracted'] : [])],
          })),
        remove,
      });
      registerConsent(app, {
        path: `${login}/authorize`,
        title: 'Let this app access your info?',
        separator: ' ',
        parse: (query) => Asked.safeParse(query).data ?? null,
        refusal: 'AADSTS900144: The request is not valid.',
        choices: microsoftPeople.flatMap(({ id, email }) => [
          { id, label: `Continue as ${email}` },
          { id: `${id} once`, label: `Continue as ${email}, this time only` },
        ]),
        allow(asked, choice) {
          const [userId, once] = choice.split(' ');
          const person = microsoftPeople.find(({ id }) => id === userId);
          if (!person) return null;
          const code = `M.C532.${randomUUID()}`;
          codes.set(code, { asked, userId: person.id, scope: once === undefined ? asked.scope : adsScope, until: Date.now() + codeMs });
          return code;
        },
      });
      app.post(`${login}/token`, (request, reply) => answer('token', request, reply, () => exchange(request)));
      const serve = (act: Act, path: string, toWork: (request: FastifyRequest) => (grant: Grant | undefined) => Answer) =>
        app.post(`/microsoft/${path}`, (request, reply) => answer(act, request, reply, toWork(request)));
      const ofPerson = (work: (grant: Grant, body: unknown) => Answer) => (request: FastifyRequest) => withGrant(request, (grant) => work(grant, request.body));
      const ofAccount = (work: (account: SandboxAccount, body: unknown) => Answer) => (request: FastifyRequest) =>
        withAccount(request, (account) => work(account, request.body));
      serve('person', 'CustomerManagement/v13/User/Query', ofPerson(askPerson));
      serve('managers', 'CustomerManagement/v13/CustomersInfo/Query', ofPerson(askManagers));
      serve('accounts', 'CustomerManagement/v13/Accounts/Search', ofPerson(askAccounts));
      serve('goals', 'CampaignManagement/v13/ConversionGoals/QueryByIds', ofAccount(askGoals));
      serve('addGoals', 'CampaignManagement/v13/ConversionGoals', ofAccount(addGoals));
      serve('apply', 'CampaignManagement/v13/OfflineConversions/Apply', ofAccount(apply));
      serve('adjust', 'CampaignManagement/v13/OfflineConversionAdjustments/Apply', ofAccount(adjust));
    },
  };
}
