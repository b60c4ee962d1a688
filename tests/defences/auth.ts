/** Defences of signing in. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of our own files
import type { Removal } from './removal.ts';

const [mfa, sessions, password] = ['server/domains/auth/mfa.ts', 'server/domains/auth/sessions.ts', 'server/domains/auth/password.ts'];
const ofMfa = 'tests/server/auth.mfa.test.ts';

export const authRemovals: readonly Removal[] = [
  {
    defence: 'between password and code nothing else is open',
    out: 'a pending session is a session',
    edits: [[sessions, '${live} and ${mayAct} and not s.mfa_pending', '${live} and ${mayAct}']],
    test: [ofMfa, 'a session between password and code can do nothing else'],
  },
  {
    defence: 'a disabled account is out',
    out: 'it is not looked at',
    edits: [[sessions, "join.onRef('u.id', '=', 's.user_id').on('u.disabled_at', 'is', null)", "join.onRef('u.id', '=', 's.user_id')"]],
    test: ['tests/server/auth.sessions.test.ts', 'somebody whose account is disabled'],
  },
  {
    defence: 'idle sessions end',
    out: 'they do not',
    edits: [[sessions, 's.idle_expires_at > now() and s.expires_at > now()', 's.expires_at > now()']],
    test: ['tests/server/auth.sessions.test.ts', 'a session ends after twelve idle hours'],
  },
  {
    defence: 'a token of the page is of one session',
    out: 'it is of all',
    edits: [
      [
        'server/domains/auth/cookies.ts',
        '!isSameText(mark, bind(services, nonce, readSessionSecret(request)))',
        '!bind(services, nonce, readSessionSecret(request))',
      ],
    ],
    test: ['tests/server/auth.sessions.test.ts', 'a change without the token of this very session'],
  },
  {
    defence: 'a new session after the code (fixation)',
    out: 'the one before it stays',
    edits: [
      [
        'server/domains/auth/cookieSignIn.ts',
        "export async function createSignInSession({ userId, remember, how }: Omit<SignInCandidate, 'hasMfa'>, request: FastifyRequest, services: Services) {\n  await deleteCookieSession(request, services);",
        "export async function createSignInSession({ userId, remember, how }: Omit<SignInCandidate, 'hasMfa'>, request: FastifyRequest, services: Services) {\n  await currentTransaction().updateTable('sessions').set({ mfa_pending: false }).where('user_id', '=', userId).execute();",
      ],
    ],
    test: [ofMfa, 'is not the one after it (fixation)'],
  },
  {
    defence: 'a code works once (replay)',
    out: 'it works for as long as it is shown',
    edits: [[mfa, 'return step > (person.mfa_last_step ?? -1) ? step : null;', 'return step;']],
    test: [ofMfa, 'a code that was used once is refused'],
  },
  {
    defence: 'a code is looked at under the person’s lock',
    out: 'no lock is taken',
    edits: [
      [mfa, "    .where('disabled_at', 'is', null)\n    .forUpdate()\n", "    .where('disabled_at', 'is', null)\n"],
      ['server/domains/auth/users.ts', ".where('id', '=', userId).forUpdate().execute();", ".where('id', '=', userId).execute();"],
    ],
    test: [ofMfa, 'the second factor is confirmed twice'],
  },
  {
    defence: 'five wrong codes, and one starts over',
    out: 'one goes on',
    edits: [[mfa, 'if (pending.tries + 1 < mostTries) {', 'if (pending.tries + 1 < 99 * mostTries) {']],
    test: [ofMfa, 'after five wrong codes'],
  },
  {
    defence: 'an unknown account costs as much as a wrong password',
    out: 'it is answered at once',
    edits: [
      [
        password,
        'const verified = await verify(passwordHash ?? (await nobodysHash), password);',
        'const verified = passwordHash !== null && (await nobodysHash) !== "" && (await verify(passwordHash, password));',
      ],
    ],
    test: ['tests/server/auth.password.test.ts', 'an unknown account costs as much as a wrong password'],
  },
  {
    defence: 'tries are counted before they are judged',
    out: 'a delay is not waited for',
    edits: [['server/domains/auth/lanes.ts', '    where t.window_ends_at <= now()\n', '    where t.count < 1000\n']],
    test: ['tests/server/auth.password.test.ts', 'guesses sent all at once'],
  },
  {
    defence: 'a refresh token that comes twice ends the session (theft)',
    out: 'it is only refused',
    edits: [
      [
        'server/domains/auth/tokens.ts',
        "    await currentTransaction().deleteFrom('sessions').where('id', '=', sessionId).execute();\n    await audit({ action: 'token.reused'",
        "    await audit({ action: 'token.reused'",
      ],
    ],
    test: ['tests/server/auth.tokens.test.ts', 'a refresh token that comes twice'],
  },
  {
    defence: 'a reset ends every session',
    out: 'they stay',
    edits: [['server/domains/auth/reset.ts', "    await currentTransaction().deleteFrom('sessions').where('user_id', '=', person.id).execute();\n", '']],
    test: ['tests/server/auth.mail.test.ts', 'a new password signs the person out'],
  },
  {
    defence: 'what ends after somebody has left is told to nobody else, and cannot be taken back by them',
    out: 'it is told to whoever sits there',
    edits: [['commands/core/dispatcher.ts', 'if (isHere()) notifyDone(command, outcome, before, order);', 'notifyDone(command, outcome, before, order);']],
    test: ['tests/rules/failures.test.ts', 'is told nothing of what ends afterwards'],
  },
  {
    defence: 'half-written forms are forgotten with the person',
    out: 'they stay for the next',
    edits: [['src/store/flowStore.ts', '    open.clear();\n', '']],
    test: ['tests/rules/flowStore.test.ts', 'is stopped and forgotten'],
  },
  {
    defence: 'an API key invites no one',
    out: 'it does as its role may',
    edits: [['contract/invites/routes.ts', '    isPersonal: true,\n', '']],
    test: ['tests/server/apiKeys.test.ts', 'invites no one'],
  },
];
