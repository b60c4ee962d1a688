/** Ways of a campaign that a browser can cause: written, reviewed, armed, stopped, refused, on its way, paused, resumed, over. */
import type { CampaignReading } from '#machines/campaign/index.ts';
import { getStateName, isIn } from '#machines/index.ts';
import { type ModelEvent, pathInWords, toBrowserPaths } from '#tests/driver/index.ts';
import { model } from '#tests/models/campaign.fixtures.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { BrowserDriver, walkTelling } from './support/browserDriver.ts';
import { openSession } from './support/people.ts';
import { publishAs } from './support/wire.ts';

const calls: Readonly<Record<string, RegExp>> = {
  saveDraft: /\/api\/campaigns(\/\d+)?$/,
  saveReviewed: /\/api\/campaigns(\/\d+)?$/,
  reviewCampaign: /\/api\/campaigns\/\d+\/review$/,
  armCampaign: /\/api\/campaigns\/\d+$/,
  pauseCampaign: /\/api\/campaigns\/\d+\/pause$/,
  checkUnknown: /\/api\/campaigns\/\d+\/ask$/,
};
const isReading = (value: unknown): value is CampaignReading => typeof value === 'object' && value !== null && 'campaign' in value;
const has = (value: unknown, part: string) => JSON.stringify(value ?? '').includes(part);

class CampaignDriver extends BrowserDriver {
  private companyId = 0;
  private nth = 0;

  constructor(keys: Keyboard, stack: Stack) {
    super('campaign', keys, stack);
  }

  /** A group, and a new campaign that is written for it. No lane works: what happens to the campaign is what the path says. */
  async reset(): Promise<void> {
    const { owner, built } = this.stack;
    await built.services.jobs.stop();
    this.companyId = (await owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow()).id;
    const { companyId: company_id } = this;
    const group = await owner.insertInto('contact_groups').values({ company_id, name: 'Spring' }).returning('id').executeTakeFirstOrThrow();
    const contact = await owner
      .insertInto('contacts')
      .values({ company_id, name: 'Pat Reader', number: '+12125554000' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner.insertInto('contact_group_members').values({ company_id, group_id: group.id, contact_id: contact.id }).execute();
    await openSession(this.page.context(), this.stack.url, 'ana');
    await this.open('/northwind-motors/campaigns');
    await this.keys.settled();
    await this.keys.press('c');
    await this.keys.focused('campaignTitle');
    await this.keys.type('Spring sale');
    await this.typeText();
    await this.command('group.chosen', 'Spring');
    await this.command('number.chosen', 'Main line');
  }

  private async isReviewing(): Promise<boolean> {
    return (await this.keys.flow('campaign').getAttribute('data-state'))?.startsWith('reviewing') ?? false;
  }

  private typeText(): Promise<void> {
    this.nth += 1;
    return this.field('field.typed', `Hello ${this.nth}`);
  }

  /** Puts the campaign where the path has it, and has the app told. */
  private async standing({ campaign, dueMs }: CampaignReading): Promise<void> {
    const { owner } = this.stack;
    const { id } = await owner.selectFrom('campaigns').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const isUnknown = campaign.counts.unknown > 0;
    await owner.deleteFrom('campaign_recipients').where('campaign_id', '=', id).execute();
    if (isUnknown) {
      const person = { contact_id: 1, name: 'Pat Reader', email: '', zones: 'UTC', attempts: 1 };
      await owner
        .insertInto('campaign_recipients')
        .values({ ...person, company_id: this.companyId, campaign_id: id, e164: '+12125554000', state: 'unknown' })
        .execute();
    }
    await owner
      .updateTable('campaigns')
      .set({
        state: campaign.status,
        first_percent: campaign.firstPercent,
        paused_reason: campaign.pausedReason,
        started_at: campaign.started === null ? null : new Date(),
        held_until: null,
        deliver_at: dueMs > 0 ? new Date(Date.now() + dueMs) : null,
      })
      .where('id', '=', id)
      .execute();
    await publishAs(this.stack, this.companyId, { kind: 'campaign-updated', id });
  }

  async perform(event: ModelEvent, outcomes: readonly ModelEvent[] = []): Promise<void> {
    await this.performAnswered(calls, outcomes, () => this.act(event));
  }

  private async act(event: ModelEvent): Promise<void> {
    if (event.type === 'field.typed') return this.typeText();
    await this.forget();
    // A campaign that the path pauses or lets go on has no time of its own, and has not begun.
    if (event.type === 'campaign.paused' || event.type === 'campaign.resumed')
      await this.stack.owner.updateTable('campaigns').set({ deliver_at: null, started_at: null }).execute();
    // The carrier delivered the texts it is asked about.
    if (event.type === 'unknown.checked') {
      await this.stack.owner.updateTable('campaigns').set({ state: 'sent' }).execute();
      await this.stack.owner.updateTable('campaign_recipients').set({ state: 'delivered' }).execute();
    }
    if (event.type === 'campaign.updated' && isReading(event.reading)) return this.standing(event.reading);
    if (event.type === 'review.opened' && (await this.isReviewing())) return this.keys.attempt('Count campaign recipients again');
    if (event.type === 'campaign.armed') return this.keys.attempt(event.isSample === true ? 'Send campaign to 1% first' : 'Send campaign');
    if (event.type !== 'campaign.deleted' && event.type !== 'unknown.resent') return this.command(event.type);
    await this.keys.begin(event.type === 'campaign.deleted' ? 'Delete campaign' : 'Resend unconfirmed texts');
    await this.keys.state('palette', 'open.reviewing');
    return this.keys.press('enter');
  }
}

/** A campaign in a state, as the server has it then. */
const next: Readonly<Record<string, (reading: CampaignReading) => boolean>> = {
  editing: ({ campaign, dueMs }) => campaign.status === 'pending' || (campaign.status === 'queued' && dueMs > 0 && dueMs < 86_400_000),
  pending: ({ campaign, dueMs, holdMs }) => campaign.status === 'queued' && dueMs === 0 && holdMs === 0,
  queued: ({ campaign }) => campaign.status === 'sending' && campaign.firstPercent === 1,
  armed: ({ campaign }) => campaign.status === 'sending' && campaign.firstPercent === null,
  sampling: ({ campaign }) => campaign.pausedReason === 'trickle',
  sending: ({ campaign }) => campaign.pausedReason === 'person' || campaign.counts.unknown > 0,
  scheduled: ({ campaign }) => campaign.status === 'canceled',
  canceled: ({ campaign }) => campaign.status === 'draft',
  sent: ({ campaign }) => campaign.status === 'draft',
  failed: ({ campaign }) => campaign.status === 'draft',
};

const { paths, left } = toBrowserPaths(model, (event, snapshot) => {
  switch (event.type) {
    case 'field.typed':
      return event.text === 'Hello';
    case 'campaign.updated':
      return isReading(event.reading) && (next[getStateName(snapshot)]?.(event.reading) ?? false);
    case 'campaign.deleted':
      return isIn(snapshot, 'canceled');
    // A new one that is emptied can only be written again.
    case 'draft.discarded':
      return snapshot.context.id !== null;
    case 'draft.saved':
    case 'review.opened':
    case 'review.closed':
    case 'campaign.armed':
    case 'campaign.stopped':
    case 'campaign.paused':
    case 'campaign.resumed':
    case 'campaign.reopened':
    case 'campaign.reloaded':
    case 'unknown.checked':
    case 'unknown.resent':
      return true;
    case 'xstate.done.actor.reviewCampaign':
      return has(event.output, '"numberFault":null') && has(event.output, '"kind":"now"');
    case 'xstate.done.actor.armCampaign':
      return has(event.output, '"status":"queued"');
    case 'xstate.done.actor.loadCampaign':
    case 'xstate.done.actor.stopCampaign':
    case 'xstate.done.actor.reopenCampaign':
      return has(event.output, '"status":"draft"');
    case 'xstate.done.actor.resumeCampaign':
      return has(event.output, '"status":"queued"');
    case 'xstate.error.actor.saveDraft':
    case 'xstate.error.actor.reviewCampaign':
    case 'xstate.error.actor.armCampaign':
      return true;
    default:
      return event.type.startsWith('xstate.done');
  }
});

test('what a browser cannot cause is walked in memory and against the server', () => {
  const shown = [...new Set(left.map(({ type }) => type))].filter((type) => !type.startsWith('xstate.')).sort();
  expect(shown).toEqual([
    'campaign.updated',
    'field.typed',
    'group.chosen',
    'inbox.chosen',
    'link.noted',
    'media.attached',
    'media.removed',
    'merge.changed',
    'number.chosen',
    'time.chosen',
  ]);
});

for (const [at, path] of paths.entries()) {
  test(`a campaign, ${at + 1}: ${path.steps.length} steps, ${pathInWords(path).slice(0, 70)}…`, async ({ keys, stack }) => {
    await walkTelling(new CampaignDriver(keys, stack), path);
  });
}
