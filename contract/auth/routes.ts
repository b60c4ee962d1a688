/** Signing in and out, sessions, second factor, reset, remote login (spec 2.7 Authentication, 2.4 Login). */
import * as z from 'zod/mini';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import {
  createListSchema,
  createNameSchema,
  createPageSizeSchema,
  createSearchSchema,
  createTextSchema,
  Email,
  Flag,
  Id,
  MessageReply,
  Page,
  PageMeta,
} from '../core/schema.ts';
import { SubscriptionRequest } from '../core/subscription.ts';
import { CurrentUser, StaffCompany, Tokens } from './entities.ts';
import { MfaCode, NewPassword } from './secrets.ts';

/** Words of a search by staff; `id` brings one row back. */
const wanted = { q: z.optional(createSearchSchema(100)), id: z.optional(Id) };

const Password = z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(200));

const DeviceName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,31}-[A-Za-z0-9-]{1,64}$/, 'An app tag, a hyphen and the device id, such as app-D1'));

/** Properties that all calls of one's own second factor share. */
const secondFactor = { access: 'session', keepsSession: true, perMinute: 20, spec: 'ours' } as const;

/** A password login: signed in, or a second factor is needed and no session exists yet. */
const LoginReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('success'), user: CurrentUser }),
  z.object({ result: z.literal('mfa_required') }),
]);

const TokenReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('token'), tokens: Tokens }),
  z.object({ result: z.literal('mfa_required'), mfaToken: z.string() }),
]);

export const routes = {
  csrfCookie: route('GET /csrf-cookie', {
    access: 'public',
    spec: 'CALL-077',
    summary: 'Sets the XSRF-TOKEN cookie, whose value every change carries as x-xsrf-token',
  }),
  login: route('POST /sanctum/login', {
    access: 'public',
    body: z.object({ email: Email, password: Password, remember: z.optional(Flag) }),
    reply: LoginReply,
    keepsSession: true,
    perMinute: 30,
    spec: 'CALL-071',
    summary: 'Signs in with a password, by cookie',
  }),
  mfa: route('POST /sanctum/mfa', {
    access: 'mfa',
    body: z.object({ code: MfaCode }),
    reply: z.object({ result: z.literal('success'), user: CurrentUser }),
    keepsSession: true,
    perMinute: 30,
    spec: 'CALL-072',
    summary: 'Completes a password login with a code',
  }),
  createTokenSession: route('POST /sanctum/createTokenSession', {
    access: 'public',
    body: z.object({ email: Email, password: Password, deviceName: DeviceName }),
    reply: TokenReply,
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-073',
    summary: 'Signs a mobile device in, by bearer token',
  }),
  mfaToken: route('POST /sanctum/mfaToken', {
    access: 'public',
    body: z.object({ mfaToken: createTextSchema(200), code: MfaCode, deviceName: DeviceName }),
    reply: z.object({ result: z.literal('token'), tokens: Tokens }),
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-074',
    summary: 'Completes a mobile login with a code',
  }),
  refreshTokenSession: route('POST /sanctum/refreshTokenSession', {
    access: 'public',
    body: z.object({ refreshToken: createTextSchema(200) }),
    reply: Tokens,
    keepsSession: true,
    tokens: true,
    perMinute: 60,
    spec: 'ours',
    summary: 'Trades a refresh token, once, for new tokens',
  }),
  clearTokenSessions: route('POST /sanctum/clearTokenSessions', { access: 'session', spec: 'CALL-075', summary: 'Ends all token sessions of the person' }),
  logout: route('GET /sanctum/logout', { access: 'session', changes: true, spec: 'CALL-076', summary: 'Ends this session' }),
  providerRedirect: route('GET /sanctum/client/provider/{provider}/redirect', {
    access: 'public',
    params: { provider: createTextSchema(40) },
    reply: z.object({ url: z.string() }),
    spec: 'CALL-078',
    summary: 'Where to send the browser to sign in with an OpenID Connect provider (state and PKCE are kept here)',
  }),
  providerCallback: route('POST /sanctum/client/provider/{provider}/callback', {
    access: 'public',
    params: { provider: createTextSchema(40) },
    body: z.object({ code: createTextSchema(2_000), state: z.optional(createTextSchema(400)) }),
    reply: LoginReply,
    keepsSession: true,
    perMinute: 30,
    spec: 'CALL-079',
    summary: 'Finishes a sign-in with a provider',
  }),
  providerToken: route('POST /sanctum/client/provider/{provider}/token', {
    access: 'public',
    params: { provider: createTextSchema(40) },
    body: z.object({ idToken: createTextSchema(8_000), deviceName: DeviceName }),
    reply: TokenReply,
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-080',
    summary: "Signs a mobile device in with a provider's id token",
  }),
  providers: route('GET /sanctum/client/providers', {
    access: 'public',
    reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
    spec: 'ours',
    summary: 'Providers that sign in here',
  }),
  createRemoteLogin: route('POST /staff/remote-logins', {
    access: 'staff',
    body: z.object({ userId: Id, reason: createNameSchema(200) }),
    reply: z.object({ id: z.string(), expiresAt: z.string() }),
    spec: 'ours',
    summary: 'Makes a single-use remote login of at most 60 seconds, bound to this staff session',
  }),
  remoteLogin: route('GET /sanctum/remoteLogin/{id}', {
    access: 'staff',
    params: { id: z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/, 'The id of a remote login, as it was answered')) },
    reply: z.object({ result: z.literal('success'), user: CurrentUser }),
    changes: true,
    keepsSession: true,
    spec: 'CALL-081',
    summary: 'Begins acting as the person of a remote login',
  }),
  leaveRemoteLogin: route('POST /staff/remote-logins/leave', {
    access: 'session',
    reply: z.object({ result: z.literal('success'), user: CurrentUser }),
    spec: 'ours',
    summary: 'Ends impersonation and returns to the staff session',
  }),
  staffUsers: route('GET /staff/users', {
    access: 'staff',
    query: wanted,
    reply: z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), email: z.string(), companies: z.array(z.string()) })) }),
    spec: 'ours',
    summary: 'Users whom staff may impersonate, ranked by name, then by email, then by company',
  }),
  staffCompanies: route('GET /staff/companies', {
    access: 'staff',
    query: { ...wanted, page: Page, perPage: createPageSizeSchema(limits.companiesSlimPerPage, 1_000) },
    reply: createListSchema(StaffCompany, PageMeta),
    perMinute: 600,
    spec: 'ours',
    summary: 'All companies and whom staff may act as there, ranked by name and organization; prefixes and small typing errors find too',
  }),
  currentUser: route('GET /user', { access: 'session', reply: CurrentUser, spec: 'CALL-082', summary: 'Who is signed in' }),
  whatsNewRead: route('POST /user/whats_new_read', {
    access: 'session',
    reply: z.object({ readWhatsNewAt: z.string() }),
    spec: 'CALL-083',
    summary: 'Marks the news as read',
  }),
  forgotPassword: route('POST /password/forgot', {
    access: 'public',
    body: z.object({ email: Email }),
    reply: MessageReply,
    perMinute: 20,
    spec: 'CALL-084',
    summary: 'Mails a reset link, if there is such an account; the answer is the same when there is none',
  }),
  resetPassword: route('POST /password/reset', {
    access: 'public',
    body: z.object({ token: createTextSchema(200), password: NewPassword }),
    reply: MessageReply,
    perMinute: 20,
    spec: 'CALL-085',
    summary: 'Sets a new password with a mailed link, once, and ends all sessions of the person',
  }),
  signupCheck: route('POST /client/signup/check', {
    access: 'public',
    body: z.object({ email: Email }),
    reply: MessageReply,
    perMinute: 20,
    spec: 'CALL-086',
    summary: 'Mails a sign-up code; the answer is the same when the account exists',
  }),
  signupCreate: route('POST /client/signup/create', {
    access: 'public',
    body: z.object({ email: Email, password: NewPassword, code: MfaCode }),
    reply: z.object({ result: z.literal('success'), user: CurrentUser }),
    keepsSession: true,
    perMinute: 20,
    spec: 'CALL-087',
    summary: 'Creates an account with the mailed code and signs in',
  }),
  beamToken: route('GET /user/beam-token', {
    access: 'session',
    inPerson: true,
    reply: z.object({ token: z.string(), expiresIn: z.number() }),
    spec: 'CALL-088',
    summary: 'A short token that authorises the push channel for this person',
  }),
  apnsVoipDeviceTokens: route('POST /apns-voip-device-tokens', {
    access: 'session',
    body: z.object({ token: z.string().check(z.regex(/^[0-9a-fA-F]{64,200}$/, 'The device token in hex')), deviceName: DeviceName }),
    reply: z.object({ id: z.number(), rings: z.literal(false) }),
    spec: 'CALL-089',
    summary: 'Keeps a device’s VoIP push token with the session that sent it; nothing rings a device yet: `rings` is false',
  }),
  startMfa: route('POST /user/mfa', {
    body: z.object({ password: Password }),
    reply: z.object({ secret: z.string(), otpauthUrl: z.string() }),
    ...secondFactor,
    summary: 'Begins turning the second factor on',
  }),
  confirmMfa: route('POST /user/mfa/confirm', {
    body: z.object({ code: MfaCode }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    ...secondFactor,
    summary: 'Turns the second factor on with its first code; shows the recovery codes once',
  }),
  proveMfa: route('POST /user/mfa/prove', {
    body: z.object({ code: MfaCode }),
    reply: CurrentUser,
    ...secondFactor,
    summary: 'Proves the second factor again in this session, as impersonating asks for',
  }),
  stopMfa: route('DELETE /user/mfa', {
    body: z.object({ password: Password, code: MfaCode }),
    ...secondFactor,
    summary: 'Turns the second factor off',
  }),
  sessions: route('GET /user/sessions', {
    access: 'session',
    reply: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['cookie', 'token']),
          deviceName: z.nullable(z.string()),
          address: z.string(),
          lastSeenAt: z.string(),
          isCurrent: z.boolean(),
          /** Names of devices whose push token the session keeps. */
          pushDevices: z.array(z.string()),
        }),
      ),
    }),
    spec: 'ours',
    summary: 'Where the person is signed in',
  }),
  endSession: route('DELETE /user/sessions/{id}', {
    access: 'session',
    params: { id: z.string().check(z.maxLength(64)) },
    spec: 'ours',
    summary: 'Ends one session of the person',
  }),
  channelAuth: route('POST /realtime/auth', {
    access: 'session',
    body: SubscriptionRequest,
    reply: z.object({ auth: z.string() }),
    keepsSession: true,
    perMinute: 600,
    spec: 'ours',
    summary: 'Signs the subscription to a private channel the person may hear',
  }),
};
