/** Every way through signing in to the catalog that a browser can cause: codes come by text and by mail, refusals from a server in trouble. */
import type { SignSnapshot } from '#machines/catalogSign/index.ts';
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/catalogSign.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling, wantedOf } from './support/browserDriver.ts';
import { ensureAccount, getText, readMailedCode, readTextedCode, runInCatalog, tellAccount } from './support/catalogPage.ts';

test.use({ hasCatalog: true });

const email = 'ana@harbor.example';
const phone = '+16465550123';
const password = 'umbrella lantern orbit';
const call = /\/api\/caddy\/auth\/(?:register|login|password\/\S+)$/;
const calls = { requestCode: call, verifyCode: call };

const modeTitles: Readonly<Record<string, string>> = { in: 'Sign in', up: 'Create account', reset: 'Reset password' };
const providerTitles: Readonly<Record<string, string>> = { phone_number: 'Use a phone number', email: 'Use an email' };

class SignDriver extends BrowserDriver {
  private mode = 'in';
  private provider = 'phone_number';
  private sent = { email: 0, phone_number: 0 };
  /** The last digit of a code submits it: a whole code is typed when it is to be submitted. */
  private isCodeMeant = false;

  constructor(keys: Keyboard, stack: Stack) {
    super('catalogSign', keys, stack);
  }

  async reset(): Promise<void> {
    await this.open('/catalog');
  }

  /** Somebody is signed in where the screens of their account are. */
  override async expectState(name: string): Promise<void> {
    if (name !== 'signedIn') return super.expectState(name);
    await expect(this.page.locator('[data-screen]')).toBeVisible();
    await this.forget();
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    const wanted = outcomes.map(wantedOf);
    const isDone = wanted.some(({ error }) => error === null);
    if (isDone) await this.arrange();
    await this.performAnswered(calls, outcomes, () => this.cause(event, isDone));
    await expect(this.page.locator('[data-state="requesting"], [data-state="verifying"]')).toHaveCount(0);
    if (isDone && wanted.some(({ actor }) => actor === 'requestCode')) this.sent[this.by] += 1;
    if (isDone && this.mode === 'reset' && wanted.some(({ actor }) => actor === 'verifyCode')) this.mode = 'in';
  }

  private get by(): 'email' | 'phone_number' {
    return this.provider === 'email' ? 'email' : 'phone_number';
  }

  /** An account is there, or is not yet; no try is one too many. */
  private async arrange(): Promise<void> {
    const { owner } = this.stack;
    await owner.deleteFrom('throttles').execute();
    if (this.mode !== 'up') return void (await ensureAccount(this.stack, this.by === 'email' ? { email, password } : { phone }));
    await owner
      .deleteFrom('catalog_accounts')
      .where(this.by === 'email' ? 'email' : 'phone', '=', this.by === 'email' ? email : phone)
      .execute();
  }

  private async cause(event: ModelEvent, isDone: boolean): Promise<void> {
    const isMeant = this.isCodeMeant;
    this.isCodeMeant = false;
    switch (event.type) {
      case 'mode.chosen': {
        const isTaken = (await this.page.locator('[data-state="taken"]').count()) > 0;
        this.mode = String(event.mode);
        if (this.mode === 'reset') this.provider = 'email';
        return runInCatalog(this.keys, isTaken ? 'Sign in instead' : getText(modeTitles, this.mode));
      }
      case 'provider.chosen':
        this.provider = String(event.provider);
        return runInCatalog(this.keys, getText(providerTitles, this.provider));
      case 'field.typed': {
        const [field, text] = [String(event.field), String(event.text)];
        this.isCodeMeant = field === 'code' && text.length === 6 && this.mode !== 'reset';
        return this.isCodeMeant ? undefined : this.type(field, text);
      }
      case 'code.requested':
        return runInCatalog(this.keys, 'Send a code');
      case 'code.resent':
        return runInCatalog(this.keys, 'Send another code');
      case 'code.submitted':
        if (isDone || isMeant) await this.type('code', isDone ? await this.readCode() : '123456');
        // The last digit has submitted it.
        return this.mode === 'reset' ? runInCatalog(this.keys, 'Set the new password') : undefined;
      case 'address.changed':
        return runInCatalog(this.keys, 'Change the address');
      case 'session.left':
        this.mode = 'in';
        return runInCatalog(this.keys, 'Sign out');
      case 'session.lost':
        this.mode = 'in';
        await this.stack.owner.deleteFrom('catalog_sessions').execute();
        for (const { id } of await this.stack.owner.selectFrom('catalog_accounts').select('id').execute()) await tellAccount(this.stack, id);
        return;
      default:
        // The countdown ends by itself.
        return;
    }
  }

  private async type(field: string, text: string): Promise<void> {
    await this.keys.goTo(field);
    await this.keys.retype('');
    await this.keys.type(text);
  }

  /** The code that was sent last. */
  private readCode(): Promise<string> {
    return this.by === 'email' ? readMailedCode(this.stack, email, this.sent.email) : readTextedCode(this.stack, phone, this.sent.phone_number);
  }
}

const { paths, left } = toBrowserPaths(model, (event, snapshot: SignSnapshot) => {
  const { mode, provider, password: typed } = snapshot.context;
  switch (event.type) {
    case 'mode.chosen':
      return !isIn(snapshot, 'taken') || event.mode === 'in';
    case 'field.typed': {
      const shown = isIn(snapshot, 'coding')
        ? ['code', ...(mode === 'reset' ? ['password'] : [])]
        : provider === 'phone_number'
          ? ['phone']
          : ['email', ...(mode === 'reset' ? [] : ['password'])];
      return shown.includes(String(event.field));
    }
    // The account has the other password.
    case 'xstate.done.actor.requestCode':
      return !(mode === 'in' && provider === 'email' && typed === 'short');
    case 'xstate.done.actor.verifyCode':
      return (mode === 'reset') === (event.output === null);
    default:
      return true;
  }
});

test('what a browser cannot cause of signing in to the catalog is walked in memory', () => {
  expect(left).toEqual([]);
});

for (const [at, path] of paths.entries()) {
  test(`the way into the catalog ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    test.setTimeout(300_000);
    await walkTelling(new SignDriver(keys, stack), path);
  });
}
