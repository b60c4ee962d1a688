/** The API: one Fastify route for each descriptor of the contract, in one visible order of steps. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPermission } from '#contract/core/permissions.ts';
import type { Route } from '#contract/core/route.ts';
import type { Routes } from '#contract/index.ts';
import { currentTransaction } from '../db/tenancy.ts';
import { auditRead } from '../domains/auth/audit.ts';
import { readCredential } from '../domains/auth/cookies.ts';
import type { Services } from '../services.ts';
import { type AccessPolicy, type AuthContext, authorize, authorizeByBody, CompanyMissingError, checkBodyCompany, isChange } from './authorize.ts';
import { assertNoCard } from './cardNumbers.ts';
import { trustConnection } from './connections.ts';
import { AppError } from './errors.ts';
import type { AuthUser, Handlers, UploadedFile } from './handlers.ts';
import { createKnownCredentials, type KnownCredentials } from './knownCredentials.ts';
import { readForm } from './multipart.ts';
import { listNamedRoutes, type NamedRoute } from './namedRoutes.ts';
import { keepRequestKey } from './requestKeys.ts';
import { checkFiles, createBodyParser, createParamsParser, createQueryParser, readNames } from './requestParser.ts';
import { createPrintedSerializer, createSerializer } from './responseSerializer.ts';
import { getOwnValue } from './rows.ts';

type AnyHandler = (input: {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
  readonly authUser: AuthContext['authUser'];
  readonly membership: AuthContext['membership'];
  readonly account: AuthContext['account'] | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}) => Promise<unknown>;

/** The handlers of all areas: one that is missing does not compile. */
export type HandlerTable = { readonly [A in keyof Routes]: Handlers<Routes[A]> };

function findHandler(handlers: HandlerTable, name: string): AnyHandler | undefined {
  const [area = '', key = ''] = name.split('.');
  const table: unknown = Reflect.get(handlers, area);
  const handler: unknown = typeof table === 'object' && table !== null ? Reflect.get(table, key) : undefined;
  return typeof handler === 'function' ? (handler as AnyHandler) : undefined;
}

/** Milliseconds after which it is asked again whether a call may come in: rights that changed while its body was on its way have changed for it, too. */
const admittedMs = 1_000;

const minuteMs = 60_000;

/** Requests per minute of a user to a route that names no limit of its own: nobody at a keyboard comes near. */
const generalPerMinute = 1_200;

/** Longer than any credential of ours. */
const longestCredential = 400;

/** Name under which the requests of a caller are counted: a person's by whichever session, a key's apart from those of who made it. */
const formatCaller = ({ userId, apiKey }: AuthUser) => (apiKey === null ? `user ${userId}` : `key ${apiKey.id}`);

/** Name under which requests are counted: the caller's once their credential has let them in, else the address. */
function createRateKey(route: Route, known: KnownCredentials) {
  const isOpen = route.access === 'public' || route.access === 'mfa';
  return (request: FastifyRequest): string => {
    const credential = isOpen ? null : readCredential(request);
    const caller = credential === null || credential.length > longestCredential ? null : known.findCaller(credential);
    return caller ?? request.ip;
  };
}

function createInputReader(route: Route, services: Services) {
  const reading = { namesCompany: isPermission(route.access) };
  const readParams = createParamsParser(route.params);
  const readQuery = createQueryParser(route.query, reading);
  const readBody = createBodyParser(route.body, reading);
  const read = async (request: FastifyRequest, known: AuthContext, admitted: (known: AuthContext, body: unknown) => Promise<AuthContext>) => {
    const params = readParams(request.params);
    const query = readQuery(request.query);
    if (request.isMultipart() && !route.multipart) throw new AppError('media_type', { message: 'Send this as JSON' });
    const form = request.isMultipart()
      ? await readForm(request, services, {
          sender: known.authUser ? formatCaller(known.authUser) : request.ip,
          isText: route.textFiles ?? false,
        })
      : { fields: request.body, files: [] };
    checkFiles(form.files, route.files);
    const isBare = route.body === undefined && form.fields === undefined;
    const named = isBare ? {} : readNames(form.fields);
    if (route.refusesCards) assertNoCard(named);
    const admission = await admitted(known, named).catch((error: unknown) => {
      if (error instanceof CompanyMissingError) readBody(named, form.fields);
      throw error;
    });
    checkBodyCompany(admission.membership, named);
    const body = isBare ? undefined : readBody(named, form.fields);
    return { admission, named, input: { params, query, body, files: form.files } };
  };
  /** Throws what is wrong beside a company that is missing, read before any body. */
  const checkBeside = (request: FastifyRequest, missing: CompanyMissingError) => {
    readParams(request.params);
    try {
      readQuery(request.query);
    } catch (error) {
      const isMore = error instanceof AppError && error.details.items?.some(({ field }) => field !== missing.details.field) === true;
      if (isMore) throw error;
    }
  };
  return { read, checkBeside };
}

/** Records actions of staff who impersonate a user in the audit log: in the transaction of the change where one is open, else right after it. */
function audit(name: string, request: FastifyRequest, { authUser, membership }: AuthContext) {
  return currentTransaction()
    .insertInto('audit_log')
    .values({
      user_id: authUser?.userId ?? null,
      impersonator_id: authUser?.impersonatorId ?? null,
      session_id: authUser?.sessionId ?? null,
      company_id: membership?.companyId ?? null,
      action: name,
      subject: JSON.stringify(request.params ?? {}),
      address: request.ip,
    })
    .execute();
}

interface Surroundings {
  readonly services: Services;
  readonly through: AccessPolicy | undefined;
  readonly admissions: WeakMap<FastifyRequest, Admitted>;
}

/** A call that was let in, and when; in milliseconds of `performance.now()`. */
interface Admitted {
  readonly admission: AuthContext;
  readonly at: number;
}

function answer(
  { name, route }: NamedRoute,
  handler: AnyHandler,
  readInput: ReturnType<typeof createInputReader>['read'],
  { services, through, admissions }: Surroundings,
) {
  const write = route.reply ? (route.verbatimFields ? createPrintedSerializer(route.reply, route.verbatimFields) : createSerializer(route.reply)) : null;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const known = admissions.get(request);
    if (!known) throw new AppError('unauthenticated');
    const {
      admission,
      named,
      input: given,
    } = await readInput(request, known.admission, async (before, body) => {
      const isLate = performance.now() - known.at > admittedMs;
      return authorizeByBody(route, isLate ? await authorize(route, request, services, through) : before, body, services, through);
    });
    const { authUser, membership, account = null } = admission;
    const input = { ...given, authUser: authUser, membership, account, request, reply, services };
    const isActing = authUser?.impersonatorId != null;
    const audited = isChange(route) && isActing;
    if (isActing && !isChange(route)) {
      const read = { authUser: authUser, companyId: membership?.companyId ?? null, route: name, params: request.params };
      await services.tenancy.identity(() => auditRead(read, request));
    }
    const inCompany = isChange(route) ? services.tenancy.company : services.tenancy.companyReading;
    const isHeld = membership !== null && route.callsProvider !== true;
    const result = isHeld
      ? await inCompany([membership.companyId], authUser?.userId ?? null, async () => {
          const key = getOwnValue(named, 'key');
          if (isChange(route) && typeof key === 'string' && authUser)
            await keepRequestKey({ call: name, userId: authUser.userId, key, asked: { params: given.params, query: given.query, body: named } });
          const value = await handler(input);
          if (audited) await audit(name, request, admission);
          return value;
        })
      : account !== null && route.callsProvider !== true
        ? await services.tenancy.account(account.id, () => handler(input))
        : await handler(input);
    if (audited && !isHeld) await services.tenancy.identity(() => audit(name, request, admission));
    if (route.raw) return result;
    // Caching set by a handler stays; nothing else is cached anywhere.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!write) return reply.code(204).send();
    return reply.type('application/json; charset=utf-8').send(write(result));
  };
}

/** Registers every route under its path, with `{id}` as Fastify writes it. */
export function registerApi(app: FastifyInstance, services: Services, handlers: HandlerTable, through?: AccessPolicy): void {
  const admissions = new WeakMap<FastifyRequest, Admitted>();
  const known = createKnownCredentials();
  for (const named of listNamedRoutes()) {
    const { route, name } = named;
    const handler = findHandler(handlers, name);
    if (!handler) continue;
    const reading = createInputReader(route, services);
    const max = Math.ceil((route.perMinute ?? generalPerMinute) * services.config.rateFactor);
    app.route({
      method: route.method,
      url: `/api${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ...(route.maxBytes === undefined ? {} : { bodyLimit: route.maxBytes }),
      exposeHeadRoute: route.method === 'GET' && route.changes !== true,
      onRequest: [
        app.rateLimit({ max, timeWindow: minuteMs, keyGenerator: createRateKey(route, known) }),
        async (request) => {
          const admission = await authorize(route, request, services, through).catch((error: unknown) => {
            if (error instanceof CompanyMissingError) reading.checkBeside(request, error);
            throw error;
          });
          if (admission.authUser) {
            trustConnection(request.raw.socket);
            const credential = readCredential(request);
            if (credential !== null) known.add(credential, formatCaller(admission.authUser));
          }
          admissions.set(request, { admission, at: performance.now() });
        },
      ],
      handler: answer(named, handler, reading.read, { services, through, admissions }),
    });
  }
}
