/** Ways of registering for texting that a browser can cause: step by step, refused, unanswered, submitted and canceled. */
import { isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/smsVerification.fixtures.ts';
import { draftOf } from '#tests/server/smsVerification.stage.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';
import { postAs } from './support/wire.ts';

const calls: Readonly<Record<string, RegExp>> = {
  saveDraft: /sms-verification\/campaign(\/\d+\/\d+)?$/,
  checkDraft: /sms-verification\/check$/,
  submitDraft: /sms-verification\/campaign\/submit$/,
  cancelLane: /sms-verification\/campaign\/cancel$/,
};

class RegistrationDriver extends BrowserDriver {
  private nth = 0;

  constructor(keys: Keyboard, stack: Stack) {
    super('smsVerification', keys, stack);
  }

  private get list() {
    return this.page.locator('[data-pane="registrations"] [data-row]');
  }

  async reset(): Promise<void> {
    await openSession(this.page.context(), this.stack.url, 'ana');
    await this.open('/northwind-motors/sms-verification');
    await this.keys.settled();
  }

  /** A closed form leaves the list in its place. */
  override async expectState(name: string): Promise<void> {
    if (!name.startsWith('closed')) return super.expectState(name);
    await expect(this.page.getByRole('heading', { name: 'SMS verification' })).toBeVisible();
    await expect(this.page.locator('[data-flow="smsVerification"]')).toHaveCount(0);
  }

  /** Puts the list’s cursor on another registration, a draft unless it is submitted. */
  private async put(isTollFree = false): Promise<void> {
    this.nth += 1;
    const { id: company_id } = await this.stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
    const number = `+1${isTollFree ? '877' : '213'}222${String(3_000 + this.nth)}`;
    const { id } = await this.stack.owner.insertInto('phone_numbers').values({ company_id, number, label: number }).returning('id').executeTakeFirstOrThrow();
    const { brand, ...draft } = draftOf([id]);
    const brandName = `Northwind ${this.nth}`;
    // Each is another legal entity, so that none waits for the brand of another; samples name the brand.
    const samples = draft.campaign.samples?.map((sample) => sample.replace('Northwind Motors', brandName));
    const made = await postAs(this.page, this.stack, company_id, `/companies/${company_id}/sms-verification/campaign`, {
      ...draft,
      brand: { ...brand, brandName, taxId: `90-${String(1_000_000 + this.nth)}` },
      campaign: { ...draft.campaign, samples },
    });
    if (isTollFree) {
      await this.stack.owner.updateTable('sms_campaigns').set({ is_draft: false, submitted_at: new Date() }).where('id', '=', made).execute();
      await this.stack.owner.updateTable('sms_lanes').set({ status: 'in_review' }).where('campaign_id', '=', made).where('lane', '=', 'toll_free').execute();
      await this.page.reload();
      await this.keys.settled();
    }
    await expect(this.list.filter({ hasText: brandName })).toBeVisible();
    await this.keys.cursorTo('registrations', brandName);
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.performAnswered(calls, outcomes, () => this.act(event));
  }

  private async act(event: ModelEvent): Promise<void> {
    if (event.type === 'registration.opened') {
      if (event.verification !== undefined) await this.put();
      await this.forget();
      return event.verification === undefined ? this.command(event.type) : this.keys.attempt('Edit registration');
    }
    if (event.type === 'lane.canceled') {
      await this.put(true);
      await this.keys.begin('Cancel registration', ['Toll-free numbers']);
      await this.keys.state('palette', 'open.reviewing');
      await this.keys.press('enter');
      return;
    }
    if (event.type === 'detail.typed') {
      await this.keys.goTo('street');
      return this.keys.retype(String(event.value));
    }
    await this.forget();
    return event.type === 'step.chosen' ? this.command(event.type, 'Business') : this.command(event.type);
  }
}

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  switch (event.type) {
    // After one is submitted its form is there, and not the list.
    case 'registration.opened':
      return (event.verification === undefined) === isIn(snapshot, 'submitted');
    case 'detail.typed':
      return isIn(snapshot, 'editing.contact');
    case 'registration.closed':
      return isIn(snapshot, 'editing.business', 'submitted');
    case 'step.chosen':
      return isIn(snapshot, 'editing.contact');
    case 'step.reopened':
      return isIn(snapshot, 'review');
    case 'xstate.error.actor.saveDraft':
      return snapshot.context.step === 'contact';
    case 'xstate.error.actor.submitDraft':
      return snapshot.context.error === null;
    // Pages that share data are read against the server.
    case 'xstate.done.actor.checkDraft':
      return JSON.stringify(event.output).includes('"findings":[]');
    case 'list.due':
    case 'lanes.known':
      return false;
    default:
      return true;
  }
});

test('what a browser cannot cause is walked in memory and against the server', () => {
  expect([...new Set(left.map(({ type }) => type))].sort()).toEqual(['lanes.known', 'list.due', 'xstate.done.actor.checkDraft']);
});

for (const [at, path] of paths.entries()) {
  test(`registering for texting, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    await walkTelling(new RegistrationDriver(keys, stack), path);
  });
}
