/**
 * Slack on a laptop: its consent page, the tokens of OAuth v2 (rotated where a test turns that on), channels with pages, posts with threads, and the refusals a caller has
 * to live with. Its page shows the posts, and takes the app out of a workspace.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { askedFields, fitsChallenge, registerConsent } from '../oauthConsent.ts';
import { createWays, cut, readBearer, registerVendorPage } from '../vendorAnswers.ts';

/** The app that is registered here. */
export const slackApp = { clientId: '7733.4411', clientSecret: 'secret-of-the-app-at-sandbox-slack' } as const;

/** Workspaces that exist here. */
export const slackTeams = [
  { id: 'T0HARBOR1', name: 'Harbor Bikes' },
  { id: 'T0ELMWOOD', name: 'Elmwood Studio' },
] as const;

interface Channel {
  readonly id: string;
  readonly name: string;
  readonly is_private: boolean;
  readonly is_archived: boolean;
  /** The app is in it. */
  is_member: boolean;
}

/** A post. `threadTs`: of the post whose thread it is in. */
interface SlackPost {
  readonly team: string;
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | null;
  readonly text: string;
  readonly key: string | null;
  isDeleted: boolean;
}

interface Installation {
  readonly team: (typeof slackTeams)[number];
  accessToken: string;
  refreshToken: string | null;
  expiresAt: number | null;
}

const methods = [
  'oauth.v2.access',
  'auth.revoke',
  'conversations.list',
  'conversations.info',
  'conversations.join',
  'chat.postMessage',
  'chat.delete',
] as const;
type Method = (typeof methods)[number];

export interface SandboxTeamChat {
  /** Posts that came, the oldest first; deleted ones are marked. */
  list(): readonly SlackPost[];
  /** The next requests of a method are answered so: with a refusal, a status, or by a cut connection (`cut`: after it was done). 429 says to come back after a second. */
  failNext(method: Method, ...ways: readonly (number | 'cut' | string)[]): void;
  /** Requests that came. */
  countRequests(method: Method): number;
  /** Takes the app out of a workspace, as its owner does. */
  revoke(team: string): void;
  /** True while the app is in a workspace. */
  isInstalled(team: string): boolean;
  /** The app is invited into a channel, or thrown out. */
  setMember(channel: string, isMember: boolean): void;
  /** Tokens of later consents expire after so many seconds and are rotated; null: they stay good. */
  rotateTokens(seconds: number | null): void;
  register(app: FastifyInstance): Promise<void>;
}

const codeMs = 600_000;
const pageSize = 4;

const Asked = z.object({
  ...askedFields,
  client_id: z.literal(slackApp.clientId),
  scope: z.string().check(z.regex(/\bchat:write\b/)),
});
type Asked = z.output<typeof Asked>;

const Exchange = z.object({
  grant_type: z.optional(z.string()),
  code: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  code_verifier: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  client_id: z.optional(z.string()),
  client_secret: z.optional(z.string()),
});
const List = z.object({
  types: z._default(z.string(), 'public_channel'),
  exclude_archived: z.optional(z.string()),
  limit: z.optional(z.string()),
  cursor: z.optional(z.string()),
});
const Named = z.object({ channel: z._default(z.string(), '') });
const Post = z.strictObject({
  channel: z.string(),
  text: z._default(z.string(), ''),
  thread_ts: z.optional(z.string()),
  unfurl_links: z.optional(z.boolean()),
  metadata: z.optional(z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) })),
});
const Place = z.strictObject({ channel: z.string(), ts: z.string() });

const createChannels = (): Channel[] =>
  [
    ['C0GENERAL', 'general', false, false],
    ['C0RANDOM', 'random', false, false],
    ['C0MISSED', 'missed-calls', false, false],
    ['C0SALES', 'sales', false, false],
    ['C0OLD', 'old-leads', false, true],
    ['G0OFFICE', 'front-office', true, false],
    ['G0BOARD', 'board', true, false],
  ].map(([id, name, is_private, is_archived]) => ({
    id: String(id),
    name: String(name),
    is_private: is_private === true,
    is_archived: is_archived === true,
    is_member: id === 'G0OFFICE',
  }));

const isOk = (reply: object) => ({ ok: true, ...reply });
const refuse = (error: string) => ({ ok: false, error });

/** The client of a token request, by form or by Basic. */
function readClient(request: FastifyRequest, sent: z.output<typeof Exchange>): { id: string; secret: string } {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Basic') return { id: sent.client_id ?? '', secret: sent.client_secret ?? '' };
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id, secret };
}

/** Makes it. */
export function createSandboxTeamChat(): SandboxTeamChat {
  const posts: SlackPost[] = [];
  const channels = createChannels();
  const codes = new Map<string, { readonly asked: Asked; readonly team: Installation['team']; readonly until: number }>();
  const installations = new Map<string, Installation>();
  const { failNext, take, countRequests } = createWays<Method, number | string>();
  let rotateSeconds: number | null = null;
  let count = 0;

  const renew = (installation: Installation): void => {
    installation.accessToken = `${rotateSeconds === null ? 'xoxb' : 'xoxe.xoxb'}-${randomUUID()}`;
    installation.refreshToken = rotateSeconds === null ? null : `xoxe-1-${randomUUID()}`;
    installation.expiresAt = rotateSeconds === null ? null : Date.now() + rotateSeconds * 1_000;
  };
  const toGrant = ({ team, accessToken, refreshToken, expiresAt }: Installation) =>
    isOk({
      access_token: accessToken,
      token_type: 'bot',
      scope: 'chat:write,channels:read,channels:join,groups:read',
      bot_user_id: 'U0KEYLINE',
      app_id: 'A0KEYLINE',
      team,
      ...(refreshToken === null || expiresAt === null ? {} : { refresh_token: refreshToken, expires_in: Math.ceil((expiresAt - Date.now()) / 1_000) }),
    });
  const exchange = (request: FastifyRequest) => {
    const sent = Exchange.safeParse(request.body).data;
    if (!sent) return refuse('invalid_arguments');
    const { id, secret } = readClient(request, sent);
    if (id !== slackApp.clientId) return refuse('invalid_client_id');
    if (secret !== slackApp.clientSecret) return refuse('bad_client_secret');
    if (sent.grant_type === 'refresh_token') {
      const known = [...installations.values()].find(({ refreshToken }) => refreshToken !== null && refreshToken === sent.refresh_token);
      if (!known) return refuse('invalid_refresh_token');
      renew(known);
      return toGrant(known);
    }
    const granted = codes.get(sent.code ?? '');
    codes.delete(sent.code ?? '');
    if (!granted || granted.until < Date.now()) return refuse('invalid_code');
    if (granted.asked.redirect_uri !== sent.redirect_uri) return refuse('bad_redirect_uri');
    if (!fitsChallenge(granted.asked.code_challenge, sent.code_verifier)) return refuse('invalid_code_verifier');
    // A workspace has one token of an app: another consent brings the same one.
    const known = installations.get(granted.team.id);
    if (known) return toGrant(known);
    const made: Installation = { team: granted.team, accessToken: '', refreshToken: null, expiresAt: null };
    renew(made);
    installations.set(granted.team.id, made);
    return toGrant(made);
  };
  /** The installation of a token; the name of the refusal where there is none. */
  const enter = (request: FastifyRequest): Installation | string => {
    const token = readBearer(request);
    if (token === '') return 'not_authed';
    const found = [...installations.values()].find(({ accessToken }) => accessToken === token);
    if (!found) return 'invalid_auth';
    return found.expiresAt !== null && found.expiresAt < Date.now() ? 'token_expired' : found;
  };
  const listChannels = (body: unknown) => {
    const { types, exclude_archived: hides, cursor } = List.parse(body ?? {});
    const shown = channels.filter(
      ({ is_private, is_member, is_archived }) =>
        types.split(',').includes(is_private ? 'private_channel' : 'public_channel') && (!is_private || is_member) && !(hides === 'true' && is_archived),
    );
    const from = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64').toString('utf8'));
    if (!Number.isSafeInteger(from)) return refuse('invalid_cursor');
    const next = from + pageSize < shown.length ? Buffer.from(String(from + pageSize)).toString('base64') : '';
    return isOk({ channels: shown.slice(from, from + pageSize), response_metadata: { next_cursor: next } });
  };
  const findChannel = (body: unknown) => {
    const { channel } = Named.parse(body ?? {});
    return channels.find(({ id, is_private, is_member }) => id === channel && (!is_private || is_member));
  };
  const post = (body: unknown, { team }: Installation) => {
    const read = Post.safeParse(body);
    if (!read.success) return refuse('invalid_arguments');
    const { channel: id, text, thread_ts: threadTs, metadata } = read.data;
    const channel = channels.find((each) => each.id === id);
    if (!channel || (channel.is_private && !channel.is_member)) return refuse('channel_not_found');
    if (channel.is_archived) return refuse('is_archived');
    if (!channel.is_member) return refuse('not_in_channel');
    if (text === '') return refuse('no_text');
    if (text.length > 40_000) return refuse('msg_too_long');
    if (threadTs !== undefined && !posts.some(({ channel: of, ts, isDeleted }) => of === id && ts === threadTs && !isDeleted))
      return refuse('thread_not_found');
    count += 1;
    const ts = `${Math.floor(Date.now() / 1_000)}.${String(count).padStart(6, '0')}`;
    const { key } = metadata?.event_payload ?? {};
    posts.push({ team: team.id, channel: id, ts, threadTs: threadTs ?? null, text, key: typeof key === 'string' ? key : null, isDeleted: false });
    return isOk({ channel: id, ts, message: { text, ts } });
  };
  const remove = (body: unknown) => {
    const read = Place.safeParse(body);
    if (!read.success) return refuse('invalid_arguments');
    const found = posts.find(({ channel, ts, isDeleted }) => channel === read.data.channel && ts === read.data.ts && !isDeleted);
    if (!found) return refuse('message_not_found');
    found.isDeleted = true;
    return isOk(read.data);
  };
  const acts: Readonly<Record<Exclude<Method, 'oauth.v2.access'>, (body: unknown, installation: Installation) => object>> = {
    'auth.revoke': (_body, { team }) => {
      installations.delete(team.id);
      return isOk({ revoked: true });
    },
    'conversations.list': listChannels,
    'conversations.info': (body) => {
      const channel = findChannel(body);
      return channel ? isOk({ channel }) : refuse('channel_not_found');
    },
    'conversations.join': (body) => {
      const channel = findChannel(body);
      if (!channel) return refuse('channel_not_found');
      if (channel.is_private) return refuse('method_not_supported_for_channel_type');
      if (channel.is_archived) return refuse('is_archived');
      channel.is_member = true;
      return isOk({ channel });
    },
    'chat.postMessage': post,
    'chat.delete': remove,
  };
  const answer = async (method: Method, request: FastifyRequest, reply: FastifyReply) => {
    const way = take(method);
    if (way === 429) return reply.code(429).header('retry-after', '1').send(refuse('ratelimited'));
    if (typeof way === 'number') return reply.code(way).send();
    if (way !== undefined && way !== 'cut') return refuse(way);
    const installation = method === 'oauth.v2.access' ? null : enter(request);
    const told =
      installation === null || method === 'oauth.v2.access'
        ? exchange(request)
        : typeof installation === 'string'
          ? refuse(installation)
          : acts[method](request.body, installation);
    return way === 'cut' ? cut(reply) : told;
  };
  const revoke = (team: string) => void installations.delete(team);
  return {
    list: () => posts,
    failNext,
    countRequests,
    revoke,
    isInstalled: (team) => installations.has(team),
    setMember: (id, isMember) => {
      const channel = channels.find((each) => each.id === id);
      if (channel) channel.is_member = isMember;
    },
    rotateTokens: (seconds) => {
      rotateSeconds = seconds;
    },
    async register(app) {
      registerVendorPage(app, {
        path: '/slack',
        title: 'Sandbox Slack',
        noAccount: 'Keyline is in no workspace.',
        nothing: 'No posts yet.',
        listInstalled: () => [...installations.values()].map(({ team }) => team),
        listTold: () =>
          posts.toReversed().map(({ channel, ts, threadTs, text, isDeleted }) => ({
            title: `#${channels.find(({ id }) => id === channel)?.name ?? channel}${threadTs === null ? '' : ', in a thread'}${isDeleted ? ' · deleted' : ''}`,
            lines: [ts, text],
          })),
        remove: revoke,
      });
      registerConsent(app, {
        path: '/slack/oauth/v2/authorize',
        title: 'Keyline asks to enter a workspace',
        separator: ',',
        parse: (query) => Asked.safeParse(query).data ?? null,
        refusal: 'Something went wrong when authorizing this app',
        choices: slackTeams.map(({ id, name }) => ({ id, label: `Allow in ${name}` })),
        allow(asked, choice) {
          const team = slackTeams.find(({ id }) => id === choice);
          if (!team) return null;
          const code = `${randomUUID()}.${randomUUID()}`;
          codes.set(code, { asked, team, until: Date.now() + codeMs });
          return code;
        },
      });
      for (const method of methods) app.post(`/slack/api/${method}`, (request, reply) => answer(method, request, reply));
    },
  };
}
