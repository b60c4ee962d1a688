/** Defences of who may see and do what. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of our own files
import type { Removal } from './removal.ts';

const [access, api, input] = ['server/http/authorize.ts', 'server/http/api.ts', 'server/http/requestParser.ts'];
const matrix = 'tests/access/matrix.test.ts';
const attacks = 'tests/access/attacks.test.ts';
const bodies = 'tests/access/bodies.test.ts';
const secrets = 'tests/access/secrets.test.ts';
const canary = 'tests/access/canary.test.ts';
const apiKeys = 'tests/server/apiKeys.test.ts';

export const accessRemovals: readonly Removal[] = [
  {
    defence: 'a membership without the permission is refused',
    out: 'the question is not asked',
    edits: [[access, 'if (!membership.may(permission)) throw', 'if (!membership) throw']],
    test: [matrix, 'contacts: everybody'],
  },
  {
    defence: 'a person without a membership is not let in',
    out: 'who has no role sits as a user',
    edits: [
      [
        access,
        'return row.role === null ? null : toMembership(companyId, row.role, row.number_ids, row.account_status);',
        "return toMembership(companyId, row.role ?? 'user', row.number_ids, row.account_status);",
      ],
    ],
    test: [matrix, 'conversations: everybody'],
  },
  {
    defence: 'a foreign company answers like none',
    out: 'it answers 403',
    edits: [[access, "if (!membership) throw new AppError('not_found');", "if (!membership) throw new AppError('forbidden');"]],
    test: [matrix, 'notes: everybody'],
  },
  {
    defence: 'calls of staff are for staff who act as nobody',
    out: 'the question is not asked',
    edits: [[access, "if (!authUser.isStaff || authUser.impersonatorId !== null) throw new AppError('forbidden');", '']],
    test: [matrix, 'auth: everybody'],
  },
  {
    defence: 'an organization is seen by its people',
    out: 'everybody knows every organization',
    edits: [[access, "return works ? 'member' : null;", "return works ? 'member' : 'member';"]],
    test: [matrix, 'organizations: everybody'],
  },
  {
    defence: 'an organization is changed by its administrators alone',
    out: 'its members change it',
    edits: [[access, 'if (!hasOrganizationPermission(standing, permission))', 'if (hasOrganizationPermission(standing, permission) === null)']],
    test: [matrix, 'organizations: everybody'],
  },
  {
    defence: 'a suspended company is entered by no one',
    out: 'it is entered as ever',
    edits: [[access, '  if (!isLetThrough) assertActive(membership);\n', '']],
    test: ['tests/server/organizations.test.ts', 'is entered by no one'],
  },
  {
    defence: 'software of a suspended company asks nothing, nor do people of a closed one',
    out: 'whoever is in its table may ask',
    edits: [[access, "isForSuspended && membership.accountStatus === 'suspended' && authUser.apiKey === null", 'isForSuspended']],
    test: ['tests/server/support.test.ts', 'people of a suspended company ask support why'],
  },
  {
    defence: 'somebody works some numbers only',
    out: 'everybody works every number',
    edits: [
      [
        'server/access/numbers.ts',
        'return membership.numberIds === null || membership.numberIds.includes(numberId);',
        'return membership.numberIds === null || numberId > 0;',
      ],
    ],
    test: [matrix, 'conversations: everybody'],
  },
  {
    defence: 'the policy names every route',
    out: 'a line of the policy is gone',
    edits: [['tests/areas/notes.ts', "    create: onLine('write notes'),\n", '']],
    test: [matrix, 'the policy names every route'],
  },
  {
    defence: 'a company’s channel is for its people',
    out: 'the membership is not asked for',
    edits: [['server/domains/auth/channel.ts', "if (!membership) throw new AppError('not_found');", 'if (!membership) services.tenancy.identity;']],
    test: [matrix, 'private channels are heard'],
  },
  {
    defence: 'channels have one exact spelling',
    out: 'anything may follow the id',
    edits: [['contract/core/realtime.ts', '([1-9]\\d{0,15})$/;', '([1-9]\\d{0,15})/;']],
    test: [matrix, 'a channel whose name is not exactly'],
  },
  {
    defence: 'row-level security: a transaction sees companies its person may enter',
    out: 'it sees those it was opened for',
    edits: [['server/db/tenancy.ts', '`enter_companies(${ids}::bigint[], ${literal(userId)})::text`', 'ids']],
    test: ['tests/access/open.test.ts', 'nothing of another company comes out'],
  },
  {
    defence: 'an answer is made for who asked',
    out: 'answers of lists are remembered by route alone',
    edits: [
      [
        api,
        'const result = isHeld\n',
        "const result = route.method === 'GET' && membership && remembered.has(name)\n      ? remembered.get(name)\n      : isHeld\n",
      ],
      [
        api,
        '    if (route.raw) return result;',
        "    if (route.method === 'GET' && membership) remembered.set(name, result);\n    if (route.raw) return result;",
      ],
      [api, 'const minuteMs = 60_000;', 'const minuteMs = 60_000;\nconst remembered = new Map<string, unknown>();'],
    ],
    test: [canary, 'nothing of A reaches B'],
  },
  {
    defence: 'a log line names the route, not the address',
    out: 'the address is logged too',
    edits: [['server/http/logging.ts', '{ method: request.method, route,', '{ method: request.method, url: request.url, route,']],
    test: [canary, 'no words of anybody stand in the log'],
  },
  {
    defence: 'drafts are kept by company',
    out: 'they are kept by person and conversation alone',
    edits: [['src/features/conversations/drafts.ts', '.${userId}.${companyId}.${conversationId}', '.${userId}.${companyId - companyId}.${conversationId}']],
    test: ['e2e/canary.spec.ts', 'rounds through two companies'],
    environment: { CANARY_ROUNDS: '30' },
  },
  {
    defence: 'every input goes through its schema',
    out: 'what does not fit is taken as it is',
    edits: [
      [
        input,
        '    if (result.success && unknown.length === 0) return result.data;\n',
        '    if (unknown.length === 0 && (result.success || result.error.issues.length < 3)) return (result.data ?? value) as z.output<T>;\n',
      ],
    ],
    test: ['tests/access/fuzz.test.ts', 'inputs a route'],
  },
  {
    defence: 'a refusal holds no bracket',
    out: 'what somebody typed is given back as it is',
    edits: [['server/http/errorHandler.ts', "words.replaceAll('<', '‹').replaceAll('>', '›')", 'words']],
    test: [attacks, 'names what was typed'],
  },
  {
    defence: 'a refusal tells no made-up key back',
    out: 'it does',
    edits: [[input, "plainName.test(String(part)) ? spell(String(part)) : '?'", 'plainName ? spell(String(part)) : ""']],
    test: [bodies, 'a refusal tells no key back'],
  },
  {
    defence: 'what nothing reads is refused',
    out: 'it is dropped',
    edits: [[input, 'const unknown = found.filter(', 'const unknown = found.slice(found.length).filter(']],
    test: ['tests/access/unread.test.ts', 'what nothing reads'],
  },
  {
    defence: 'all rows are meant with a filter or with their count',
    out: 'a filter that says nothing is one',
    edits: [['server/batches/selection.ts', 'if (!said && count === undefined)', 'if (!said && count === null)']],
    test: ['tests/server/bulk.test.ts', 'without any filter'],
  },
  {
    defence: 'a body may name no other company',
    out: 'it is not looked at',
    edits: [
      [
        access,
        "if (membership && named !== undefined && readId(named, 'company_id') !== membership.companyId) throw",
        "if (membership && named === null && readId(named, 'company_id') !== membership.companyId) throw",
      ],
    ],
    test: ['tests/access/assignment.test.ts', 'a body that names another company'],
  },
  {
    defence: 'all that name a company agree',
    out: 'the route’s own place decides',
    edits: [[access, "if (others.some((id) => id !== chosen)) throw new AppError('stale_company');", '']],
    test: [attacks, 'every call that names two companies'],
  },
  {
    defence: 'an id has one spelling',
    out: 'what becomes a number is an id',
    edits: [
      [
        access,
        "if (typeof text !== 'string' || !idGrammar.test(text)) throw",
        "if (typeof text !== 'string' || (!idGrammar.test(text) && Number.isNaN(Number(text)))) throw",
      ],
    ],
    test: [attacks, 'a company said twice'],
  },
  {
    defence: 'addresses are believed of our own proxies only',
    out: 'of anybody',
    edits: [['server/createServer.ts', 'hop < config.trustedProxies', 'hop <= config.trustedProxies + 9']],
    test: [attacks, 'does not get around the throttle'],
  },
  {
    defence: 'a foreign host is refused',
    out: 'any host is ours',
    edits: [
      [
        'server/http/hosts.ts',
        'if (isOwnHost(request.headers.host) || isForAnyHost(request.url)) done();',
        'if (isOwnHost || isForAnyHost(request.url)) done();',
      ],
    ],
    test: ['tests/server/edge.bodies.test.ts', 'a request for a foreign host'],
  },
  {
    defence: 'a socket’s handshake comes from a page of ours',
    out: 'from any',
    edits: [['server/realtime/createRealtime.ts', 'if (origin !== undefined && !isOwn(origin)) return 403;', '']],
    test: ['tests/server/edge.upgrades.test.ts', 'a handshake'],
  },
  {
    defence: 'strangers’ connections are limited',
    out: 'they are not',
    edits: [['server/http/connections.ts', 'if (before >= most(address)) return false;', '']],
    test: ['tests/server/edge.upgrades.test.ts', 'are limited by address'],
  },
  {
    defence: 'an answer stands in no frame',
    out: 'the directive is gone',
    edits: [['server/http/headers.ts', 'directives: { defaultSrc: ["\'none\'"], frameAncestors: ["\'none\'"] }', 'directives: { defaultSrc: ["\'none\'"] }']],
    test: [attacks, 'no page of another site'],
  },
  {
    defence: 'a call whose body was long on its way is let in anew',
    out: 'once is enough',
    edits: [['server/http/api.ts', 'performance.now() - known.at > admittedMs', 'performance.now() - known.at < 0']],
    test: ['tests/server/edge.rights.test.ts', 'what was begun before is refused'],
  },
  {
    defence: 'a subscription ends with its session',
    out: 'it goes on',
    edits: [['server/realtime/membership.ts', "if (!isLive) return [{ ...subscription, why: 'session' }];", '']],
    test: ['tests/server/realtime.test.ts', 'a session that has ended hears nothing more'],
  },
  {
    defence: 'an export is fetched by who may still see all of it',
    out: 'by its maker, whatever they see now',
    edits: [
      [
        'server/domains/system/fileAccess.ts',
        'and (${limits}::bigint[] is null or number_ids <@ ${limits}::bigint[])',
        'and (${limits}::bigint[] is null or true)',
      ],
    ],
    test: ['tests/server/files.test.ts', 'they fetch no wider one'],
  },
  {
    defence: 'a channel’s signature is of one socket',
    out: 'the socket is not signed',
    edits: [['server/realtime/protocol.ts', '`${socketId}:${channel}:${whose}`', '`${channel}:${whose}`']],
    test: [attacks, 'signature opens that channel'],
  },
  {
    defence: 'a cursor is of one list of one company',
    out: 'any that we signed will do',
    edits: [['server/lists/cursors.ts', '!held.success || held.data.list !== list || held.data.companyId !== companyId', '!held.success']],
    test: [bodies, 'a cursor of another list'],
  },
  {
    defence: 'kept JSON has no prototypes',
    out: 'keys like __proto__ are let through',
    edits: [['server/createServer.ts', "getDefaultJsonParser('error', 'error')", "getDefaultJsonParser('ignore', 'ignore')"]],
    test: [bodies, 'kept JSON stays data'],
  },
  {
    defence: 'a change carries the page’s token',
    out: 'it is not looked at',
    edits: [['server/domains/auth/cookies.ts', 'if (isBearer(request)) return;\n  const given', 'if (isBearer(request) || services) return;\n  const given']],
    test: [bodies, 'a form from another page'],
  },
  {
    defence: 'what a request carries is hidden in the log',
    out: 'bodies are logged, and nothing is hidden',
    edits: [
      ['server/http/logging.ts', '{ method: request.method, route,', '{ method: request.method, body: request.body, route,'],
      [
        'server/http/logging.ts',
        "paths: ['headers', 'body', 'password', 'token', 'secret', '*.password', '*.token', '*.secret', '*.body', '*.number', '*.email']",
        "paths: ['headers']",
      ],
    ],
    test: [secrets, 'no log line has a secret'],
  },
  {
    defence: 'the secret of an integration is sealed for its company',
    out: 'one key opens those of all companies',
    edits: [['server/domains/integrations/secrets.ts', '`integration of company ${company}`', '`integration ${company - company}`']],
    test: ['tests/server/integrations.test.ts', 'has its secret sealed for its company'],
  },
  {
    defence: 'the signing secret of a webhook is sealed for its company',
    out: 'one key opens those of all companies',
    edits: [['server/domains/eventHooks/signing.ts', '`event hook of company ${company}`', '`event hook ${company - company}`']],
    test: ['tests/server/webhooksOut.test.ts', 'has its secret sealed for its company'],
  },
  {
    defence: 'an API key reaches its own company alone',
    out: 'it reaches all of its maker',
    edits: [
      ['server/http/apiKeys.ts', 'onlyCompanyId: row.company_id', 'onlyCompanyId: null'],
      [
        access,
        'return apiKey.companyId === companyId ? toMembership(companyId, apiKey.role, apiKey.numberIds, apiKey.accountStatus) : null;',
        'return toMembership(companyId, apiKey.role, apiKey.numberIds, apiKey.accountStatus);',
      ],
    ],
    test: [apiKeys, 'reaches no other company'],
  },
  {
    defence: 'staff who act leave nothing behind: no webhook, connection, payment or status of a company',
    out: 'it is not asked whether they act',
    edits: [[access, '  if (route.notWhileActing) assertNotActing(authUser);\n', '']],
    test: [matrix, 'eventHooks: everybody'],
  },
  {
    defence: 'staff act for half an hour',
    out: 'for four hours',
    edits: [['server/domains/auth/sessions.ts', 'acting: { idle: 30 * minute, absolute: 30 * minute }', 'acting: { idle: hour, absolute: 4 * hour }']],
    test: ['tests/server/auth.remote.test.ts', 'for half an hour at most'],
  },
  {
    defence: 'a retraction of invitations is all or none',
    out: 'what is not there is left out',
    edits: [['server/domains/invites/invitations.ts', "  if ((await ofCompany.execute()).length < new Set(ids).size) throw new AppError('not_found');\n", '']],
    test: ['tests/server/invites.test.ts', 'an invitation of another company is nowhere'],
  },
  {
    defence: 'a form with a part that cannot be read is refused whole',
    out: 'the part is left out',
    edits: [
      [
        'server/http/multipart.ts',
        "      if (done && read < announced.read()) throw new AppError('malformed', { message: 'A part of this form could not be read' });\n",
        '',
      ],
    ],
    test: ['tests/server/edge.bodies.test.ts', 'a part that cannot be read is refused whole'],
  },
  {
    defence: 'an API key that reads changes nothing',
    out: 'its scope is not looked at',
    edits: [[access, "  if (isChange(route) && !mayWrite) throw new AppError('forbidden', { message: 'This API key can only read' });\n", '']],
    test: [apiKeys, 'and where it reads no change'],
  },
  {
    defence: 'an API key makes no call of a person',
    out: 'it makes every call of its maker',
    edits: [[access, "  if (!isForApiKeys(route)) throw new AppError('forbidden', { message: notForApiKeys });\n", '']],
    test: [apiKeys, 'makes no call of a person'],
  },
  {
    defence: 'an API key exports nothing',
    out: 'it asks for exports of its maker by the way of a search',
    edits: [['server/lists/exports.ts', '  assertInPerson(authUser);\n', '']],
    test: [apiKeys, 'has nothing that is its maker’s own'],
  },
  {
    defence: 'an API key fetches no file of an export',
    out: 'those of its maker',
    edits: [['server/domains/system/fileAccess.ts', ' && caller.apiKey === null', '']],
    test: [apiKeys, 'fetches no export of its maker'],
  },
  {
    defence: 'an API key works no number that its maker does not',
    out: 'it works all of the company',
    edits: [['server/http/apiKeys.ts', 'numberIds: row.number_ids', 'numberIds: null']],
    test: [apiKeys, 'works no number that its maker does not'],
  },
  {
    defence: 'an API key ends with the rights of who made it',
    out: 'whoever made it',
    edits: [['server/http/apiKeys.ts', ".on('m.role', '=', 'owner')", '']],
    test: [apiKeys, 'once who made it is no owner any more'],
  },
  {
    defence: 'a webhook is posted to no private address',
    out: 'the address is not looked at',
    edits: [['server/web/guardedFetcher.ts', 'if (!first || !found.every(({ address }) => isPublicAddress(address)))', 'if (!first)']],
    test: ['tests/server/guardedFetcher.test.ts', 'goes to no name that leads inside'],
  },
  {
    defence: 'a webhook that is off gets nothing more',
    out: 'what waits is sent',
    edits: [
      ['server/domains/eventHooks/hooks.ts', '  if (!isActive || !hook.is_active) await dropWaiting(id, new Date());\n', ''],
      [
        'server/domains/eventHooks/deliver.ts',
        '  if (!hook?.is_active) {\n    if (hook) await dropWaiting(hookId, now);\n    return null;\n  }\n',
        '  if (!hook) return null;\n',
      ],
    ],
    test: ['tests/server/webhooksOut.test.ts', 'a webhook that is off gets nothing more'],
  },
  {
    defence: 'no phone number goes to Google Analytics',
    out: 'texts go as they are',
    edits: [['server/domains/integrations/events.ts', "text.replace(emailLike, '…').replace(phoneLike, '…').slice(", 'text.slice(']],
    test: ['tests/rules/integrations.test.ts', 'holds no phone number'],
  },
  {
    defence: 'an authenticator’s secret is sealed',
    out: 'it is kept as it is',
    edits: [
      ['server/domains/auth/mfa.ts', 'services.sealer.open(purpose, person.mfa_secret)', 'person.mfa_secret'],
      ['server/domains/auth/mfa.ts', 'mfa_secret: services.sealer.seal(purpose, secret)', 'mfa_secret: secret'],
    ],
    test: [secrets, 'no secret stands in the database'],
  },
  {
    defence: 'the audit trail holds no bodies',
    out: 'it does',
    edits: [[api, 'subject: JSON.stringify(request.params ?? {})', 'subject: JSON.stringify(request.body ?? {})']],
    test: [secrets, 'the trail of what staff did'],
  },
  {
    defence: 'the leave to make a call is used once',
    out: 'another call may use it again',
    edits: [['server/domains/calling/placedCalls.ts', '  if (kept.carrier_sid !== null) return notAllowed;\n', '']],
    test: ['tests/server/phone.placed.test.ts', 'is good for one call'],
  },
  {
    defence: 'the leave to make a call is of one browser',
    out: 'whoever has it calls with it',
    edits: [
      [
        'server/domains/calling/placedCalls.ts',
        'if (!kept || from !== formatClient(companyId(), leave.userId)) return notAllowed;',
        'if (!kept || from === formatClient(0, 0)) return notAllowed;',
      ],
    ],
    test: ['tests/server/phone.placed.test.ts', 'of another browser dials nothing'],
  },
];
