/** Webhooks: inputs and policy of their routes, and their rows. */

import { routes } from '#contract/index.ts';
import { sealSecret } from '#server/domains/eventHooks/signing.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { company, inPerson, shared } from '../access/rule.ts';
import { atOnce, type InputOf, type InsertRow } from '../access/scene.ts';
import { key, two } from '../client/known.ts';
import { paramId, replyId, rowOf } from '../client/reading.ts';

let made = 0;
const createUrl = (mark = 'access') => {
  made += 1;
  return `https://hooks.example/${mark.replaceAll(/\W/g, '-')}/${made}`;
};

/** A webhook with a delivery that failed. */
const insertHook: InsertRow = async ({ server, owner, companyId, mark }) => {
  const { id } = await owner
    .insertInto('event_hooks')
    .values({
      company_id: companyId,
      url: createUrl(mark),
      events: ['call.ended'],
      secret: sealSecret(server.services, companyId, `whsec_${mark}`),
      problem: `${mark} problem`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const insertDelivery = atOnce(async (scene) => {
  const at = new Date();
  const { id } = await scene.owner
    .insertInto('event_deliveries')
    .values({
      company_id: scene.companyId,
      hook_id: await insertHook(scene),
      event: 'webhook.test',
      state: 'failed',
      answer: `${scene.mark} answer`,
      body: `${scene.mark} body`,
      occurred_at: at,
      due_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
});

const one: InputOf = async ({ rows }) => ({ params: { id: await rows.row(insertHook) } });

export const eventHooks: AccessArea = {
  inputs: {
    list: none,
    create: () => ({ body: { url: createUrl(), events: ['call.ended'] } }),
    update: async (scene) => ({ ...(await one(scene)), body: { events: ['lead.marked'] } }),
    delete: one,
    rotateSecret: one,
    test: one,
    deliveries: one,
    resend: async ({ rows, world }) => {
      const deliveryId = await rows.row(insertDelivery);
      const row = await world.server.owner.selectFrom('event_deliveries').select('hook_id').where('id', '=', deliveryId).executeTakeFirst();
      return { params: { id: row?.hook_id ?? deliveryId, deliveryId } };
    },
  },
  policy: {
    list: company('manage webhooks'),
    create: inPerson(company('manage webhooks')),
    update: inPerson(shared('manage webhooks')),
    delete: shared('manage webhooks'),
    rotateSecret: inPerson(shared('manage webhooks')),
    test: shared('manage webhooks'),
    deliveries: shared('manage webhooks'),
    resend: shared('manage webhooks'),
  },
  rows: [insertHook, insertDelivery],
  reads: {
    create: rowOf(routes.eventHooks.list, 'id', replyId),
    update: rowOf(routes.eventHooks.list, 'id', paramId),
  },
  values: {
    'create.url': () => two(() => `https://hooks.example/${key()}`),
    'update.url': () => two(() => `https://hooks.example/${key()}`),
  },
};
