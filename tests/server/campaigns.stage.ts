/** A company with a group of people, a number that sends fast, and the sandbox's carrier: what campaigns are tested on. */
import { expect, vi } from 'vitest';
import type { Campaign } from '#contract/campaigns/entities.ts';
import type { RouteBodyInput } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import type { Client } from './client.ts';
import type { Outside } from './outside.ts';

const { campaigns } = routes;

type Fields = Omit<RouteBodyInput<typeof campaigns.create>, 'key'>;

/** A person of a group. */
interface Somebody {
  readonly number: string;
  readonly name?: string;
  readonly email?: string;
  readonly state?: string;
}

let made = 0;

/** People nobody else has. */
export const people = (count: number, name = 'Person'): Somebody[] =>
  Array.from({ length: count }, (_, at) => {
    made += 1;
    return { number: `+1312${String(5_000_000 + made)}`, name: `${name} ${at + 1}` };
  });

/** Segments a second of numbers in tests: nobody waits. */
const testRate = 1_000;

/** A company of its own with an administrator and a number. */
export async function campaignStage(outside: Pick<Outside, 'server' | 'sandbox'>, rate = testRate) {
  const { server } = outside;
  const company = await server.company();
  const boss: Client = await server.worker(company, 'administrator');
  const line = await server.number(company);
  const setRate = (segments: number) =>
    server.owner
      .insertInto('number_pace')
      .values({ number_id: line.id, company_id: company.id, tokens: segments, rate: segments })
      .onConflict((conflict) => conflict.column('number_id').doUpdateSet({ tokens: segments, rate: segments }))
      .execute();
  await setRate(rate);

  /** A group of people. */
  const group = async (members: readonly Somebody[]): Promise<number> => {
    made += 1;
    const { id } = await boss.call(routes.groups.create, { body: { name: `Group ${made}` } });
    for (let from = 0; from < members.length; from += 2_000) {
      const part = members.slice(from, from + 2_000);
      const rows = await server.owner
        .insertInto('contacts')
        .values(part.map(({ number, name = '', email = null, state = null }) => ({ company_id: company.id, number, name, email, state })))
        .returning('id')
        .execute();
      await server.owner
        .insertInto('contact_group_members')
        .values(rows.map((row) => ({ company_id: company.id, group_id: id, contact_id: row.id })))
        .execute();
    }
    return id;
  };
  const fields = (groupId: number, more: Partial<Fields> = {}): Fields => ({
    title: 'Spring sale',
    text: 'Hi %%firstname%%, spring is here',
    unsubscribeText: 'Reply STOP to stop',
    groups: groupId,
    numberId: line.id,
    type: 'sms',
    include: 'groups',
    ...more,
  });
  const create = (groupId: number, more: Partial<Fields> = {}) => boss.call(campaigns.create, { body: fields(groupId, more) });
  const get = (id: number) => boss.call(campaigns.get, { params: { id } });
  /** Sends again what a client shows of a campaign. */
  const save = ({ id, ...campaign }: Campaign, more: Partial<RouteBodyInput<typeof campaigns.update>> = {}) =>
    boss.call(campaigns.update, {
      params: { id },
      body: {
        _method: 'PATCH',
        title: campaign.title,
        text: campaign.message,
        unsubscribeText: campaign.unsubscribeMessage,
        skipInbox: campaign.skipInbox,
        ...(campaign.sendToGroupId === null ? {} : { groups: campaign.sendToGroupId }),
        ...(campaign.deliverAt === null ? {} : { shouldBeSentAt: campaign.deliverAt }),
        ...(campaign.numberId === null ? {} : { numberId: campaign.numberId }),
        dynamicFields: JSON.stringify(campaign.fields),
        ...(campaign.media.length === 0 ? {} : { media: campaign.media.map(({ previewUrl }) => previewUrl) }),
        ...more,
      },
    });
  /** Waits until a campaign is so. */
  const until = (id: number, is: (campaign: Campaign) => boolean, timeout = 60_000): Promise<Campaign> =>
    vi.waitFor(
      async () => {
        const campaign = await get(id);
        expect(is(campaign), JSON.stringify([campaign.status, campaign.pausedReason, campaign.pausedNote, campaign.counts])).toBe(true);
        return campaign;
      },
      { timeout, interval: 50 },
    );
  /** Texts the carrier took from the number, by recipient. */
  const taken = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { to } of outside.sandbox.ledger.list({ from: line.number })) counts.set(to, (counts.get(to) ?? 0) + 1);
    return counts;
  };
  return { server, company, boss, line, setRate, group, fields, create, get, save, until, taken };
}

export type CampaignStage = Awaited<ReturnType<typeof campaignStage>>;

/** Checks that everybody of a campaign stands in exactly one count. */
export function sumOf({ counts: { total, ...states } }: Pick<Campaign, 'counts'>): boolean {
  return Object.values(states).reduce((sum, count) => sum + count, 0) === total;
}
