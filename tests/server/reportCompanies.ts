/** A person in several companies: all numbers of one, one number of another in a far zone, no reports in a third, and a fourth that is not theirs. */
import type { Client, TestCompany, TestServer } from './harness.ts';

const hourMs = 3_600_000;

export interface ReportCompanies {
  readonly person: Client;
  readonly organization: { readonly id: number };
  /** Of the organization; the person is its owner. */
  readonly harbor: TestCompany;
  /** The person sees the reports of one of its two numbers. */
  readonly island: TestCompany;
  /** Of the organization; the person answers there, and sees no reports. */
  readonly answering: TestCompany;
  /** Of the organization, and not the person's. */
  readonly foreign: TestCompany;
}

/** Adds calls of the last 20 days, and a text with each fifth of them. */
async function ring(server: TestServer, company: TestCompany, numbers: readonly { readonly id: number }[], seed: number): Promise<void> {
  const results = ['answered', 'missed', 'voicemail'] as const;
  const at = (nth: number) => new Date(Date.now() - (nth * 8 + seed) * hourMs - 60_000);
  const idOf = (nth: number) => numbers[nth % numbers.length]?.id ?? 0;
  const times = Array.from({ length: 60 }, (_, nth) => nth);
  await server.owner
    .insertInto('calls')
    .values(
      times.map((nth) => ({
        company_id: company.id,
        number_id: idOf(nth),
        recipient: `+1${nth % 2 === 0 ? '212' : '415'}555${String(1_000 + nth)}`,
        result: results[(nth + seed) % 3] ?? 'answered',
        started_at: at(nth),
        duration: nth,
        is_inbound: nth % 6 !== 0,
        is_lead: nth % 4 === 0,
        value: nth % 5 === 0 ? 10.1 : null,
      })),
    )
    .execute();
  for (const nth of times.filter((each) => each % 5 === 0)) {
    const of = { company_id: company.id, number_id: idOf(nth), recipient: `+1646555${String(1_000 + nth)}` };
    const { id: conversation_id } = await server.owner
      .insertInto('conversations')
      .values({ ...of, last_activity_at: at(nth) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.owner
      .insertInto('items')
      .values({ ...of, conversation_id, type: 'message', is_inbound: nth % 2 === 0, is_read: true, body: 'Hello', created_at: at(nth) })
      .execute();
  }
}

export async function createReportCompanies(server: TestServer): Promise<ReportCompanies> {
  const organization = await server.organization('Coast Group');
  const harbor = await server.company({ timezone: 'America/New_York', organizationId: organization.id });
  const island = await server.company({ timezone: 'Pacific/Auckland' });
  const answering = await server.company({ organizationId: organization.id });
  const foreign = await server.company({ organizationId: organization.id });
  const lines = [await server.number(island), await server.number(island)];
  await ring(server, harbor, [await server.number(harbor), await server.number(harbor)], 1);
  await ring(server, island, lines, 5);
  for (const other of [answering, foreign]) await ring(server, other, [await server.number(other)], 3);
  const user = await server.person();
  await server.membership(user, harbor, 'owner');
  await server.membership(user, island, 'reporting', [lines[1]?.id ?? 0]);
  await server.membership(user, answering, 'user');
  return { person: await server.signedIn(user), organization, harbor, island, answering, foreign };
}
