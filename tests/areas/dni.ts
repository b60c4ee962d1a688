/** Dynamic numbers: inputs and policy of their routes, and their rows. */

import type { AccessArea } from '../access/area.ts';
import { lineOf, none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine, shared } from '../access/rule.ts';
import type { InputOf, InsertRow } from '../access/scene.ts';

/** A pool without numbers. */
const insertPool: InsertRow = async ({ owner, companyId, mark }) =>
  (
    await owner
      .insertInto('dni_pools')
      .values({
        company_id: companyId,
        name: `${mark} pool ${outsider()}`,
        source: 'always',
        origins: [`${mark}.example.com`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-')],
        target_numbers: ['+12125550100'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** A visit that has the number of its line, with a page; and a report, so that nothing of it is seen elsewhere. */
const insertSession: InsertRow = async ({ owner, companyId, lineId, mark }) => {
  const at = new Date();
  const { id } = await owner
    .insertInto('dni_sessions')
    .values({
      company_id: companyId,
      key: randomKey('session'),
      visitor_key: randomKey('visitor'),
      pool_name: `${mark} pool`,
      number_id: lineId,
      source: `${mark} source`,
      first_source: `${mark} first`,
      is_first: true,
      landing: `${mark} landing`,
      page: `${mark} page`,
      device_type: 'desktop',
      session_minutes: 30,
      hold_minutes: 20,
      started_at: at,
      last_seen_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('dni_events')
    .values({ company_id: companyId, session_id: id, type: 'page', at, title: `${mark} title`, detail: `${mark} detail` })
    .execute();
  await owner
    .insertInto('dni_reports')
    .values({
      company_id: companyId,
      scope: 'company',
      scope_name: `${mark} scope`,
      start_date: '2026-03-01',
      end_date: '2026-03-05',
      timezone: 'UTC',
      rows: '[]',
    })
    .execute();
  return id;
};

const one: InputOf = async ({ rows }) => ({ params: { poolId: await rows.row(insertPool) } });
const body = () => ({ name: randomKey('pool'), origins: ['example.com'], targetNumbers: ['212-555-0100'], numberIds: [] });

export const dni: AccessArea = {
  inputs: {
    pools: none,
    createPool: () => ({ body: body() }),
    pool: one,
    updatePool: async (scene) => ({ ...(await one(scene)), body: { name: randomKey('pool') } }),
    deletePool: async (scene) => ({ ...(await one(scene)), query: { shouldDeleteNumbers: '1', count: 0 } }),
    poolSizes: one,
    sources: none,
    script: none,
    verifyScript: () => ({ body: { url: 'https://nobody.invalid/' } }),
    timelineEvents: async (scene) => ({ params: { id: await scene.rows.row(insertSession, lineOf(scene)) } }),
    realTimeFeed: none,
    reportCalls: ({ house }) => ({ body: { company: house.company.id, startDate: '2026-03-01', endDate: '2026-03-05' } }),
    reports: none,
    callSource: async (scene) => ({ params: { callId: await scene.rows.call(lineOf(scene)) } }),
  },
  policy: {
    pools: company('see DNI pools'),
    createPool: company('edit DNI pools'),
    pool: shared('see DNI pools'),
    updatePool: shared('edit DNI pools'),
    deletePool: shared('edit DNI pools'),
    poolSizes: shared('see DNI pools'),
    sources: company('see DNI pools'),
    script: company('see DNI pools'),
    verifyScript: company('see DNI pools'),
    timelineEvents: onLine('see DNI pools'),
    realTimeFeed: company('see DNI pools'),
    reportCalls: company('see DNI pools'),
    reports: company('see DNI pools'),
    callSource: onLine('see what happened'),
  },
  rows: [insertPool, insertSession],
  excuses: [
    {
      does: 'fits its neighbours only: a value its source, numbers no other pool, a template its company',
      shownBy: 'server/dni.test.ts: every field is told as it was sent, and what is emptied reads empty',
      fields: ['createPool', 'updatePool'],
    },
    {
      does: 'is the page that is looked at',
      shownBy: 'server/dni.test.ts: says of a page whether it has the company’s script, and of an unreadable one no more than that it was not found',
      fields: ['verifyScript'],
    },
    {
      does: 'says what a report is over, which it tells',
      shownBy: 'server/dni.test.ts: sum calls and visits by pool and source, in the exact words, and are listed',
      fields: ['reportCalls'],
    },
  ],
};
