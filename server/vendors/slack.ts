/**
 * Team chat on Slack's wire: OAuth v2 and six methods of its Web API, which answers 200 with `ok: false` and the name of the refusal. Tokens travel in headers and bodies,
 * never in addresses. No method is asked a second time by itself: what to do again is decided by the outbox.
 */
import * as z from 'zod/mini';
import { formatBasicAuth, isBeforeFirstByte, parseRetryAfterMs } from '../carrier/http.ts';
import { GrantLostError, VendorRefusedError, VendorSilentError } from './oauthVendor.ts';
import type { ChatOutcome, TeamChat, VendorChannel } from './teamChat.ts';
import { SentTokens, toVendorTokens } from './vendorWire.ts';

/** Milliseconds the vendor has to answer. */
const chatTimeoutMs = 8_000;
/** Until a post that did not arrive is tried again. */
const retryMs = 5_000;
const pageSize = 200;
/** Posting, listing channels, joining public ones. */
const scopes = 'chat:write,channels:read,channels:join,groups:read';

const Answer = z.looseObject({ ok: z.boolean(), error: z.optional(z.string()) });
type Answer = z.output<typeof Answer>;

const Granted = z.object({ ...SentTokens.shape, team: z.object({ id: z.string(), name: z._default(z.string(), '') }) });
const Channel = z.object({
  id: z.string(),
  name: z._default(z.string(), ''),
  is_private: z._default(z.boolean(), false),
  is_member: z._default(z.boolean(), false),
});
const Channels = z.object({
  channels: z.array(Channel),
  response_metadata: z.optional(z.object({ next_cursor: z._default(z.string(), '') })),
});
const OneChannel = z.object({ channel: Channel });
const Posted = z.object({ ts: z.string() });

/** Refusals that mean that the workspace no longer lets us in. */
const lost: Readonly<Record<string, string>> = {
  invalid_auth: 'Slack no longer takes the connection (invalid_auth)',
  not_authed: 'Slack no longer takes the connection (not_authed)',
  token_revoked: 'The app was removed from the workspace (token_revoked)',
  token_expired: 'The connection expired (token_expired)',
  account_inactive: 'The workspace or its app was deactivated (account_inactive)',
  invalid_refresh_token: 'The connection expired (invalid_refresh_token)',
  missing_scope: 'The connection lacks a permission (missing_scope)',
  no_permission: 'The connection lacks a permission (no_permission)',
};

const refusals: Readonly<Record<string, string>> = {
  not_in_channel: 'The app isn’t in the channel. Invite it there, then send again (not_in_channel)',
  channel_not_found: 'The channel doesn’t exist, or the app can’t see it. Choose another channel (channel_not_found)',
  is_archived: 'The channel is archived. Choose another channel (is_archived)',
  restricted_action: 'The workspace lets only some people post in this channel (restricted_action)',
  restricted_action_read_only_channel: 'The channel is read-only. Choose another channel (restricted_action_read_only_channel)',
  cant_delete_message: 'The workspace doesn’t let the app delete its post (cant_delete_message)',
  msg_too_long: 'The post is too long (msg_too_long)',
  invalid_code: 'The consent is too old or was used. Connect again (invalid_code)',
  code_already_used: 'The consent was used. Connect again (code_already_used)',
  bad_redirect_uri: 'The return address isn’t registered at Slack. Ask the operator of this server (bad_redirect_uri)',
  invalid_client_id: 'Slack doesn’t know this server. Ask its operator (invalid_client_id)',
  bad_client_secret: 'Slack doesn’t know this server. Ask its operator (bad_client_secret)',
};
const formatRefusal = (code: string): string => refusals[code] ?? `Slack refuses it (${code.slice(0, 80)})`;

const threadGone: ReadonlySet<string> = new Set(['thread_not_found', 'cannot_reply_to_message']);
/** Faults of the vendor, which may have done what was asked. */
const vendorFaults: ReadonlySet<string> = new Set(['internal_error', 'fatal_error', 'request_timeout', 'service_unavailable']);

const toChannel = ({ id, name, is_private: isPrivate, is_member: isMember }: z.output<typeof Channel>): VendorChannel => ({ id, name, isPrivate, isMember });

interface SlackOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl: string;
  readonly usesPkce: boolean;
}

/** Makes the adapter. */
export function createSlack({ clientId, clientSecret, baseUrl, usesPkce }: SlackOptions): TeamChat {
  const send = (method: string, authorization: string, body: URLSearchParams | string) =>
    fetch(`${baseUrl}/api/${method}`, {
      method: 'POST',
      headers: { authorization, ...(typeof body === 'string' ? { 'content-type': 'application/json; charset=utf-8' } : {}) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(chatTimeoutMs),
    });

  /** Asks and reads; refusals and silence are thrown. */
  async function ask<T extends z.ZodMiniType>(schema: T, method: string, authorization: string, fields: Record<string, string>): Promise<z.output<T>> {
    const response = await send(method, authorization, new URLSearchParams(fields)).catch((cause: unknown) => {
      throw new VendorSilentError('Slack didn’t respond. Try again.', { cause });
    });
    if (response.status === 429) throw new VendorSilentError('Slack asks to slow down. Try again in a minute.');
    const answer = Answer.safeParse(await response.json().catch(() => null));
    if (!answer.success || response.status >= 500) throw new VendorSilentError(`Slack answered ${response.status}. Try again.`);
    assertAccepted(answer.data);
    const read = schema.safeParse(answer.data);
    if (!read.success) throw new VendorSilentError('Slack sent an answer that can’t be read. Try again.');
    return read.data;
  }
  const asClient = formatBasicAuth(clientId, clientSecret);
  const asBot = (accessToken: string) => `Bearer ${accessToken}`;

  /** Posts or deletes; never rejects. */
  async function act(method: string, accessToken: string, body: object, read: (answer: Answer) => ChatOutcome): Promise<ChatOutcome> {
    try {
      const response = await send(method, asBot(accessToken), JSON.stringify(body));
      if (response.status === 429) return { kind: 'unsent', reason: 'Slack asks to slow down', afterMs: parseRetryAfterMs(response) };
      const answer = Answer.safeParse(await response.json().catch(() => null));
      if (!answer.success || response.status >= 500) return { kind: 'unknown', reason: `Slack answered ${response.status}` };
      return read(answer.data);
    } catch (error) {
      if (isBeforeFirstByte(error)) return { kind: 'unsent', reason: 'Slack can’t be reached', afterMs: retryMs };
      return { kind: 'unknown', reason: 'Slack didn’t answer' };
    }
  }

  return {
    usesPkce,
    createAuthorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({ client_id: clientId, scope: scopes, redirect_uri: redirectUri, state });
      if (challenge !== null) {
        query.set('code_challenge', challenge);
        query.set('code_challenge_method', 'S256');
      }
      return `${baseUrl}/oauth/v2/authorize?${query}`;
    },
    async exchange({ code, redirectUri, verifier }) {
      const fields = { code, redirect_uri: redirectUri };
      const granted = await ask(Granted, 'oauth.v2.access', asClient, verifier === null ? fields : { ...fields, code_verifier: verifier });
      return { tokens: toVendorTokens(granted), externalId: granted.team.id, name: granted.team.name || granted.team.id };
    },
    refresh: async (refreshToken) =>
      toVendorTokens(await ask(SentTokens, 'oauth.v2.access', asClient, { grant_type: 'refresh_token', refresh_token: refreshToken })),
    async revoke({ accessToken }) {
      await ask(Answer, 'auth.revoke', asBot(accessToken), {}).catch((error: unknown) => {
        if (!(error instanceof GrantLostError) && !(error instanceof VendorRefusedError)) throw error;
      });
    },
    async listChannels(accessToken, cursor) {
      const { channels, response_metadata: more } = await ask(Channels, 'conversations.list', asBot(accessToken), {
        types: 'public_channel,private_channel',
        exclude_archived: 'true',
        limit: String(pageSize),
        ...(cursor === null ? {} : { cursor }),
      });
      return { channels: channels.map(toChannel), nextCursor: more?.next_cursor || null };
    },
    readChannel: async (accessToken, channel) => toChannel((await ask(OneChannel, 'conversations.info', asBot(accessToken), { channel })).channel),
    async join(accessToken, channel) {
      await ask(Answer, 'conversations.join', asBot(accessToken), { channel });
    },
    post: (accessToken, { channel, text, threadTs, key }) =>
      act(
        'chat.postMessage',
        accessToken,
        {
          channel,
          text,
          unfurl_links: false,
          metadata: { event_type: 'keyline_post', event_payload: { key } },
          ...(threadTs === null ? {} : { thread_ts: threadTs }),
        },
        (answer) => {
          const posted = Posted.safeParse(answer);
          if (answer.ok)
            return posted.success
              ? { kind: 'accepted', receipt: { channel, ts: posted.data.ts } }
              : { kind: 'unknown', reason: 'Slack sent an answer that can’t be read' };
          return toFailure(answer.error ?? '');
        },
      ),
    remove: (accessToken, { channel, ts }) =>
      act('chat.delete', accessToken, { channel, ts }, ({ ok, error = '' }) =>
        ok || error === 'message_not_found' ? { kind: 'accepted', receipt: { channel, ts } } : toFailure(error),
      ),
  };
}

/** Converts a refusal of the vendor to the outcome of a post. */
function toFailure(code: string): ChatOutcome {
  const loss = lost[code];
  if (loss !== undefined) return { kind: 'lost', reason: loss };
  if (threadGone.has(code)) return { kind: 'noThread' };
  if (code === 'ratelimited') return { kind: 'unsent', reason: 'Slack asks to slow down', afterMs: retryMs };
  if (vendorFaults.has(code)) return { kind: 'unknown', reason: `Slack failed (${code})` };
  return { kind: 'refused', reason: formatRefusal(code) };
}

/** Throws the error that a refusal means for a question. */
function assertAccepted({ ok, error = '' }: Answer): void {
  if (ok) return;
  const loss = lost[error];
  if (loss !== undefined) throw new GrantLostError(loss);
  if (vendorFaults.has(error) || error === 'ratelimited') throw new VendorSilentError(`Slack failed (${error}). Try again.`);
  throw new VendorRefusedError(formatRefusal(error));
}
