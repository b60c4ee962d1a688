/** Every way through signing in that a browser can cause. */
import type { AnyMachineSnapshot } from 'xstate';
import { isIn } from '#machines/index.ts';
import { type BrowserPath, type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { loginModel } from '#tests/models/login.fixtures.ts';
import { refusals } from '#tests/models/people.ts';
import { code, expect, type Keyboard, password, people, type Stack, test } from './fixtures.ts';
import { BrowserDriver, failOnce, type Wanted, walkTelling, wantedOf } from './support/browserDriver.ts';
import { renewCodes, turnSecondFactor } from './support/secondFactor.ts';

const recovery = '7f3k-9qmd';
const ana = 1;
/** People who may turn out to be signed in; all of them staff, so that each may act as another. */
const team = [people.jo, people.uma, people.ravi, people.beatriz];

/** The call each actor makes. */
const calls: Readonly<Record<string, RegExp>> = {
  loadPerson: /\/api\/user$/,
  signIn: /\/api\/sanctum\/login$/,
  verifyCode: /\/api\/sanctum\/mfa$/,
  askProvider: /\/provider\/sandbox\/redirect$/,
  confirmProvider: /\/provider\/sandbox\/callback$/,
  leaveRemote: /\/remote-logins\/leave$/,
  signOut: /\/api\/sanctum\/logout$/,
};

/** Refusals that the server gives by itself when it is asked for them. */
const isReal = ({ actor, error }: Wanted) => (actor === 'signIn' && error?.code === 'credentials') || (actor === 'verifyCode' && error?.code === 'code_wrong');

/** Events sent from inside of the workspace. */
const atWork = ['remote.opened', 'session.lost', 'session.ended', 'signout.chosen', 'impersonation.left'];

class LoginDriver extends BrowserDriver {
  constructor(keys: Keyboard, stack: Stack) {
    super('login', keys, stack);
  }

  async reset(outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.staffBut(null);
    for (const wanted of outcomes.map(wantedOf)) await this.fail(wanted);
    await this.open('/sign-in');
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    const wanted = outcomes.map(wantedOf);
    for (const one of wanted) if (!isReal(one)) await this.fail(one);
    // Somebody has entered when their company is there.
    if (atWork.includes(event.type)) await this.keys.state('companySwitch', 'idle');
    const step = this.steps[event.type];
    if (step) await step(event, wanted);
    else if (this.exposure(event.type)) {
      await this.forget();
      await this.command(event.type);
    }
  }

  private async fail({ actor, error }: Wanted): Promise<void> {
    const url = calls[actor];
    if (error && url && !(actor === 'loadPerson' && error.status === 401 && (await this.isNew()))) await failOnce(this.page, url, error);
  }

  private isNew = async () => this.page.url() === 'about:blank';

  private readonly steps: Readonly<Record<string, (event: ModelEvent, wanted: readonly Wanted[]) => Promise<void>>> = {
    'email.typed': (event) => this.type('email.typed', event.email === '' ? '' : people.jo),
    'password.typed': (event) => this.type('password.typed', event.password === '' ? '' : password),
    'password.submitted': async (_, wanted) => {
      const asked = wanted.find(({ actor }) => actor === 'signIn');
      await this.staffBut(null);
      const needsCode = JSON.stringify(asked?.output ?? '').includes('mfa');
      await turnSecondFactor(this.stack, team, needsCode);
      const isBen = JSON.stringify(wanted.find(({ actor }) => actor === 'loadPerson')?.output ?? '').includes('ben@');
      if (isBen && (await this.page.locator('[data-field="email"]').count()) > 0) await this.type('email.typed', people.uma);
      await this.type('password.typed', asked?.error?.code === 'credentials' ? 'not the password' : password);
      await this.forget();
      await this.command('password.submitted');
    },
    'code.typed': async (event, wanted) => {
      const asked = wanted.find(({ actor }) => actor === 'verifyCode');
      const isSent = asked !== undefined;
      await renewCodes(this.stack, team, recovery);
      const right = asked?.error ? (code() === '000000' ? '111111' : '000000') : code();
      await this.keys.goTo('code');
      await this.forget();
      await this.keys.retype('');
      await this.keys.type(isSent ? right : String(event.code));
    },
    'code.submitted': async (_, wanted) => {
      await renewCodes(this.stack, team, recovery);
      await this.type('code.typed', wanted.some(({ error, actor }) => actor === 'verifyCode' && error) ? 'zzzz-zzzz' : recovery);
      await this.forget();
      await this.command('code.submitted');
    },
    'provider.chosen': async () => {
      // A provider that has nothing to show: the page stays where it is.
      await this.page.route(/\/oidc\/authorize/, (route) => route.fulfill({ status: 204 }));
      await this.forget();
      await this.command('provider.chosen', 'Sandbox ID');
    },
    'provider.abandoned': async () => {
      await this.forget();
      await this.command('provider.abandoned');
    },
    // Another tab makes this one look, and it finds the session gone.
    'session.lost': () => this.otherTabSays('entered'),
    'session.ended': () => this.otherTabSays('left'),
    'remote.opened': async () => {
      // Staff act as those who are not staff themselves.
      const isRavi = await this.page.getByText('Ravi Menon: person').count();
      await this.staffBut(isRavi > 0 ? people.beatriz : people.ravi);
      await this.forget();
      await this.keys.palette('Impersonate user', isRavi > 0 ? 'beatriz' : 'ravi', 'A question about an invoice');
    },
  };

  private type(event: string, text: string): Promise<void> {
    return this.field(event, text);
  }

  /** Makes all of them staff but one. */
  private async staffBut(email: string | null): Promise<void> {
    const { owner } = this.stack;
    await owner.updateTable('users').set({ is_staff: true }).where('email', 'in', team).execute();
    if (email !== null) await owner.updateTable('users').set({ is_staff: false }).where('email', '=', email).execute();
  }

  private otherTabSays = async (kind: string): Promise<void> => {
    const tab = await this.page.context().newPage();
    await tab.goto(`${this.stack.url}/health`);
    await this.forget();
    await this.stack.owner.deleteFrom('sessions').execute();
    await tab.evaluate((said) => new BroadcastChannel('keyline').postMessage({ kind: said }), kind);
    await tab.close();
  };
}

type Can = (event: ModelEvent, snapshot: AnyMachineSnapshot) => boolean;

const personOf = (event: ModelEvent): { id: number; isAdmin: boolean } | null => {
  const { output } = event;
  return typeof output === 'object' && output !== null && 'id' in output && 'isAdmin' in output
    ? { id: Number(output.id), isAdmin: output.isAdmin === true }
    : null;
};

/** Allows only the people who can be signed in, given the state in which the session was requested. */
const mayLoad: Can = (event, { context, ...snapshot }) => {
  const who = personOf(event);
  if (!who) return true;
  if (isIn(snapshot, 'restoring')) return false;
  if (context.person?.isAdmin) return !who.isAdmin && who.id === ana;
  if (context.person) return who.isAdmin;
  return !who.isAdmin && (context.lapsed === null ? context.proof === null || who.id === ana : who.id === context.lapsed.id);
};

const rules: Readonly<Record<string, Can>> = {
  'email.typed': (_, snapshot) => !isIn(snapshot, 'throttled'),
  'password.typed': (_, snapshot) => !isIn(snapshot, 'throttled'),
  'code.typed': (event, snapshot) => (isIn(snapshot, 'mfaRequired.code') ? event.code !== recovery : event.code !== '123456'),
  'remote.opened': (_, snapshot) => isIn(snapshot, 'authenticated') && snapshot.context.person?.isAdmin !== true,
  'session.lost': () => true,
  'session.ended': () => true,
  'xstate.done.actor.loadPerson': mayLoad,
  'xstate.error.actor.enterRemote': () => false,
  // The client repeats this call by itself before it gives up.
  'xstate.error.actor.askProvider': (event) => JSON.stringify(event.error) !== JSON.stringify(refusals.throttled),
};
/** Events covered by other specs: new pages (a return from a provider, a link) by `arrivals.spec.ts`, other tabs by `nothingLost.spec.ts`. */
const elsewhere = ['provider.returned', 'provider.proved', 'link.expired', 'session.found', 'password.updated'];

const { paths, left } = toBrowserPaths(loginModel({ kind: 'cookie' }), (event, snapshot) => {
  // In the dialog of a lapsed session the same answers lead to the same places as on the page: one of each is enough there.
  const isRefused = event.type.startsWith('xstate.error.actor.');
  if (isRefused && snapshot.context.lapsed !== null && !['signIn', 'verifyCode'].some((actor) => event.type.endsWith(actor))) return false;
  if (
    event.type === 'xstate.error.actor.loadPerson' &&
    (snapshot.context.person !== null || snapshot.context.resume !== 'form') &&
    !isIn(snapshot, 'restoring')
  )
    return false;
  if (elsewhere.includes(event.type) || JSON.stringify(event.error) === JSON.stringify(refusals.throttledWithoutTime)) return false;
  return rules[event.type]?.(event, snapshot) ?? true;
});

test('what signing in by keyboard does not cause has tests of its own', () => {
  expect([...new Set(left.map(({ type }) => type.replace('xstate.', '')))].sort()).toEqual([
    'done.actor.confirmProvider',
    'error.actor.askProvider',
    'error.actor.confirmProvider',
    'error.actor.enterRemote',
    'error.actor.signIn',
    'link.expired',
    'password.updated',
    'provider.proved',
    'provider.returned',
    'session.found',
  ]);
});

const inWords = (path: BrowserPath) => `signing in: ${path.steps.length} steps, ${pathInWords(path).slice(0, 80)}…`;
for (const [at, path] of paths.entries()) {
  test(`${at + 1}. ${inWords(path)}`, async ({ keys, stack }) => {
    test.setTimeout(180_000);
    await walkTelling(new LoginDriver(keys, stack), path);
  });
}
