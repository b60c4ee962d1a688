/** Webhooks of a company over HTTP. */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { createHook, deleteHook, listDeliveries, listHooks, resendDelivery, rotateSecret, testHook, updateHook } from './hooks.ts';

export const handlers: Handlers<typeof routes.eventHooks> = {
  list: async () => {
    const data = await listHooks();
    return { data, meta: { total: data.length } };
  },
  create: ({ body, authUser, services }) => createHook(services, body, authUser.userId),
  update: ({ params, body }) => updateHook(params.id, body),
  delete: async ({ params }) => {
    await deleteHook(params.id);
    return undefined;
  },
  rotateSecret: ({ params, services }) => rotateSecret(services, params.id),
  test: ({ params, membership, authUser, services }) => testHook(services, params.id, { membership, authUser }),
  deliveries: ({ params, query }) => listDeliveries(params.id, query),
  resend: ({ params }) => resendDelivery(params.id, params.deliveryId),
};
