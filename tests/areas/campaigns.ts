/** Campaigns: inputs and policy of their routes, and their rows. */

import type { AccessArea } from '../access/area.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';

const insertCampaignThat =
  (given: { readonly state: 'draft' | 'queued'; readonly isDeleted?: boolean }): InsertRow =>
  async ({ owner, companyId, lineId, mark }) => {
    const group = await owner
      .insertInto('contact_groups')
      .values({ company_id: companyId, name: `${mark} campaign ${outsider()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = {
      company_id: companyId,
      key: randomKey('campaign'),
      title: `${mark} campaign`,
      message: `${mark} words`,
      unsubscribe_message: 'Reply STOP to stop',
      group_id: group.id,
      number_id: lineId,
      state: given.state,
      deliver_at: new Date(Date.now() + 86_400_000),
      deleted_at: given.isDeleted ? new Date() : null,
    };
    return (await owner.insertInto('campaigns').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };

const insertDraft = insertCampaignThat({ state: 'draft' });
const insertQueued = insertCampaignThat({ state: 'queued' });
const insertDeleted = insertCampaignThat({ state: 'draft', isDeleted: true });

/** A campaign on the line of the case. */
const byRow =
  (insert: InsertRow): InputOf =>
  async ({ rows, row }) => ({ params: { id: await rows.row(insert, row === 'others' ? 1 : 0) } });

const one = byRow(insertDraft);

export const campaigns: AccessArea = {
  inputs: {
    list: () => ({ query: {} }),
    get: one,
    create: () => ({ body: { title: randomKey('campaign') } }),
    update: async (scene) => ({ ...(await one(scene)), body: { _method: 'PATCH', title: randomKey('campaign') } }),
    delete: one,
    pause: byRow(insertQueued),
    events: one,
    review: one,
    reviewRows: one,
    ask: one,
    resend: async (scene) => ({ ...(await byRow(insertQueued)(scene)), body: { count: 0 } }),
    restore: byRow(insertDeleted),
  },
  policy: {
    list: company('view campaigns'),
    get: onLine('view campaigns'),
    create: company('edit campaigns'),
    update: onLine('edit campaigns'),
    delete: onLine('edit campaigns'),
    pause: onLine('send campaigns'),
    events: onLine('view campaigns'),
    review: onLine('view campaigns'),
    reviewRows: onLine('view campaigns'),
    ask: onLine('send campaigns'),
    resend: onLine('send campaigns'),
    restore: onLine('edit campaigns'),
  },
  rows: [insertDraft, insertQueued, insertDeleted],
  excuses: [
    {
      does: 'is told under the names of the entity (RULE-105)',
      shownBy: 'client/readBack.server.test.ts: campaigns: a form is read back under the names of the entity, and what is left out is empty',
      fields: [
        ...['title', 'text', 'unsubscribeText', 'skipInbox', 'groups', 'shouldBeSentAt', 'state', 'numberId', 'type', 'include', 'dynamicFields', 'media'].map(
          (name) => `*.${name}`,
        ),
        'update._method',
      ],
    },
    {
      does: 'names the campaign: the same again is the same',
      shownBy: 'server/campaigns.incidents.test.ts: a create that is repeated is one campaign, and a second press of send sends once',
      fields: ['create.key'],
    },
    {
      does: 'is what was reviewed, and for how long it can be taken back',
      shownBy: 'server/campaigns.test.ts: adds up to the group, opens each line, and sending with it is refused once something changed',
      fields: ['*.digest', '*.holdSeconds'],
    },
    {
      does: 'is the part of the group that gets it first',
      shownBy: 'server/campaigns.test.ts: a sample goes first and waits for a person',
      fields: ['*.firstPercent'],
    },
    {
      does: 'is the version that was edited',
      shownBy: 'server/campaigns.test.ts: two people who edit one campaign: the second is told',
      fields: ['update.version'],
    },
    {
      does: 'is the count of texts that are not confirmed',
      shownBy: 'server/campaigns.incidents.test.ts: the carrier is away: nobody fails for it, at most twenty are not confirmed, and asking settles them',
      fields: ['resend.count'],
    },
  ],
};
