/** Signing in, sessions, recovery, second factors and channels: inputs and policy of their routes. */
import { routes } from '#contract/index.ts';
import type { Client } from '#tests/server/client.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { randomKey } from '../access/outsiders.ts';
import { everybody, inPerson, isSignedIn, personal, type Rule, seatInA, signedIn, staff } from '../access/rule.ts';
import { nowhere, type Scene, type World } from '../access/scene.ts';

const deviceName = 'keyline-a-phone';

const provider = { provider: 'nobody' };

async function sessionOf({ world, row, personId }: Scene): Promise<string> {
  if (row === 'missing') return '00000000-0000-4000-8000-000000000000';
  const user =
    row === 'own' ? personId : world.actors['B owner'].person?.id === personId ? world.actors['A owner'].person?.id : world.actors['B owner'].person?.id;
  if (user == null) return '00000000-0000-4000-8000-000000000000';
  const expiry = new Date(Date.now() + 60_000);
  const { id } = await world.server.owner
    .insertInto('sessions')
    .values({ kind: 'cookie', user_id: user, secret_hash: randomKey('hash'), idle_expires_at: expiry, expires_at: expiry })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A remote login that only the session of this very browser may use. */
async function remoteLoginOf({ server, actors }: World, client: Client): Promise<string> {
  const id = randomKey('remote').replace('remote-', 'remotelogin');
  const secret = client.cookies.get('keyline_session');
  const session =
    secret === undefined
      ? undefined
      : await server.owner.selectFrom('sessions').select('id').where('secret_hash', '=', server.services.sealer.hash(secret)).executeTakeFirst();
  await server.owner
    .insertInto('challenges')
    .values({
      id_hash: server.services.sealer.hash(id),
      kind: 'remote_login',
      user_id: actors['B user'].person?.id ?? null,
      session_id: session?.id ?? null,
      data: JSON.stringify({ reason: 'They asked for help' }),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  return id;
}

/** The channel of a company that carries no ids: for each of its people. */
const narrowedChannel: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'others') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' && seatInA(column) !== null ? 'ok' : 404;
};

/** The company's own channel carries ids of all numbers: not for who is limited to one. */
const companyChannel: Rule = (column, row, place) => {
  const answer = narrowedChannel(column, row, place);
  return column === 'A user' && answer === 'ok' ? 403 : answer;
};

/** Signed in, the caller proves something besides; the proof of the test is wrong. */
const wrongProof: Rule = (column, row, place) => (signedIn(column, row, place) === 'ok' ? 422 : signedIn(column, row, place));

/** Private channels, by what follows `private-`. A person's own is theirs alone; nobody else learns whether it is there. */
export const channels: Readonly<Record<'company' | 'limited' | 'user', Rule>> = {
  company: companyChannel,
  limited: narrowedChannel,
  user: (column, row, place) => {
    if (place !== 'there' || row === 'foreign') return undefined;
    if (!isSignedIn(column)) return 401;
    return row === 'own' ? 'ok' : 403;
  },
};

export const auth: AccessArea = {
  inputs: {
    csrfCookie: none,
    login: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a wrong password' } }),
    mfa: () => ({ body: { code: '000000' } }),
    createTokenSession: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a wrong password', deviceName } }),
    mfaToken: () => ({ body: { mfaToken: randomKey('token'), code: '000000', deviceName } }),
    refreshTokenSession: () => ({ body: { refreshToken: randomKey('token') } }),
    clearTokenSessions: none,
    logout: none,
    providerRedirect: () => ({ params: provider }),
    providerCallback: () => ({ params: provider, body: { code: 'a-code', state: 'a-state' } }),
    providerToken: () => ({ params: provider, body: { idToken: 'an.id.token', deviceName } }),
    providers: none,
    createRemoteLogin: ({ world, rows }) => ({
      body: { userId: rows === nowhere ? nowhere.company.id : world.actors['B user'].person?.id, reason: 'They asked for help' },
    }),
    remoteLogin: async ({ world, client, row }) => ({ params: { id: row === 'own' ? await remoteLoginOf(world, client) : 'a'.repeat(43) } }),
    leaveRemoteLogin: none,
    staffUsers: () => ({ query: { q: 'birch' } }),
    staffCompanies: () => ({ query: { q: 'birch' } }),
    currentUser: none,
    whatsNewRead: none,
    forgotPassword: () => ({ body: { email: `${randomKey('nobody')}@example.com` } }),
    resetPassword: () => ({ body: { token: randomKey('token'), password: 'a password long enough' } }),
    signupCheck: () => ({ body: { email: `${randomKey('nobody')}@example.com` } }),
    signupCreate: () => ({ body: { email: `${randomKey('nobody')}@example.com`, password: 'a password long enough', code: '000000' } }),
    beamToken: none,
    apnsVoipDeviceTokens: () => ({ body: { token: Buffer.from(randomKey('device-token-of-a-phone')).toString('hex').padEnd(64, '0'), deviceName } }),
    startMfa: () => ({ body: { password: 'a wrong password' } }),
    confirmMfa: () => ({ body: { code: '000000' } }),
    proveMfa: () => ({ body: { code: '000000' } }),
    stopMfa: () => ({ body: { password: 'a wrong password', code: '000000' } }),
    sessions: none,
    endSession: async (scene) => ({ params: { id: await sessionOf(scene) } }),
    channelAuth: ({ rows }) => ({ body: { socketId: '1.1', channelName: `private-company-${rows.company.id}` } }),
  },
  policy: {
    csrfCookie: everybody('ok'),
    login: everybody(422),
    // A wrong code: only who came past the password hears that it is wrong.
    mfa: (column, row, place) => everybody(column === 'MFA pending' ? 422 : 401)(column, row, place),
    createTokenSession: everybody(422),
    mfaToken: everybody(401),
    refreshTokenSession: everybody(401),
    clearTokenSessions: inPerson(signedIn),
    logout: signedIn,
    providerRedirect: everybody(404),
    providerCallback: everybody(404),
    providerToken: everybody(404),
    providers: everybody('ok'),
    createRemoteLogin: staff(404),
    remoteLogin: staff(410),
    leaveRemoteLogin: (column, row, place) => (signedIn(column, row, place) === 'ok' && column !== 'impersonating' ? 403 : signedIn(column, row, place)),
    staffUsers: staff(undefined),
    staffCompanies: staff(undefined),
    currentUser: signedIn,
    whatsNewRead: signedIn,
    forgotPassword: everybody('ok'),
    resetPassword: everybody(410),
    signupCheck: everybody('ok'),
    signupCreate: everybody(422),
    beamToken: inPerson(signedIn),
    apnsVoipDeviceTokens: inPerson(signedIn),
    startMfa: inPerson(wrongProof),
    confirmMfa: (column, row, place) => (column === 'staff' && row === 'own' && place === 'there' ? 409 : inPerson(wrongProof)(column, row, place)),
    proveMfa: inPerson(wrongProof),
    stopMfa: inPerson(wrongProof),
    sessions: signedIn,
    endSession: inPerson(personal),
    channelAuth: companyChannel,
  },
  reads: {
    createTokenSession: () => [{ route: routes.auth.sessions }],
  },
  excuses: [
    {
      does: 'proves who asks',
      shownBy: 'server/auth.password.test.ts: a right password signs in and tells who it is',
      fields: ['login.email', 'login.password'],
    },
    {
      does: 'shows in how long the session lives',
      shownBy:
        'server/auth.sessions.test.ts: a session ends after twelve idle hours and after seven days whatever one does; a remembered one after thirty idle days',
      fields: ['login.remember'],
    },
    {
      does: 'is a code that lets somebody in',
      shownBy: 'server/auth.mfa.test.ts: with the second factor on, the password asks for a code, and the code signs in',
      fields: ['mfa', 'proveMfa', 'confirmMfa'],
    },
    {
      does: 'is the second factor’s password',
      shownBy: 'server/auth.mfa.test.ts: the second factor is on only once its first code was right; it needs the password',
      fields: ['startMfa'],
    },
    { does: 'turns the second factor off', shownBy: 'server/auth.mfa.test.ts: turning the second factor off takes password and code', fields: ['stopMfa'] },
    {
      does: 'signs a device in, whose sessions are listed',
      shownBy: 'server/auth.tokens.test.ts: a device that signs in again replaces its own session only',
      fields: ['createTokenSession'],
    },
    {
      does: 'signs a device in by its code',
      shownBy: 'server/auth.tokens.test.ts: with the second factor on, a device gets its token for the code, once',
      fields: ['mfaToken'],
    },
    {
      does: 'is exchanged for new tokens',
      shownBy: 'server/auth.tokens.test.ts: an access token ends after an hour; the refresh token brings a new one, once',
      fields: ['refreshTokenSession'],
    },
    {
      does: 'comes from a provider and signs in',
      shownBy: 'server/auth.provider.test.ts: a person signs in with the provider and is the same person the next time',
      fields: ['providerCallback'],
    },
    {
      does: 'comes from a provider and signs a device in',
      shownBy: 'server/auth.provider.test.ts: a device signs in with the provider’s id token, once',
      fields: ['providerToken'],
    },
    {
      does: 'stands in the audit log of staff',
      shownBy: 'server/auth.remote.test.ts: staff act as a person and go back; the app and the audit log know it',
      fields: ['createRemoteLogin'],
    },
    { does: 'asks for a mail', shownBy: 'server/auth.mail.test.ts: a mailed link sets a new password', fields: ['forgotPassword', 'resetPassword'] },
    {
      does: 'founds an account, and the mail says so',
      shownBy: 'server/auth.mail.test.ts: a mailed code makes an account and signs in',
      fields: ['signupCheck', 'signupCreate'],
    },
    {
      does: 'registers a device, which no call reads back',
      shownBy: 'server/auth.sessions.test.ts: news once read stay read; a device is registered once',
      fields: ['apnsVoipDeviceTokens'],
    },
    {
      does: 'is signed, and the signature answers',
      shownBy: 'server/realtime.test.ts: a member subscribes and hears a change, with ids and positions and no body',
      fields: ['channelAuth'],
    },
  ],
};
