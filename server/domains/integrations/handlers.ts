/** Integrations over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { explainCall } from './explanation.ts';
import { forecastConversions } from './forecast.ts';
import { createGa4, deleteGa4, listGa4, resendGa4, testGa4, updateGa4 } from './ga4.ts';

export const handlers: Handlers<typeof routes.integrations> = {
  ga4: async () => {
    const data = await listGa4();
    return { data, meta: { total: data.length } };
  },
  createGa4: ({ body, services }) => createGa4(services, body),
  updateGa4: ({ params, body, services }) => updateGa4(services, params.id, body),
  deleteGa4: async ({ params }) => {
    await deleteGa4(params.id);
    return undefined;
  },
  testGa4: ({ params, membership, authUser, services }) => testGa4(services, params.id, { membership, authUser }),
  resendGa4: ({ params, body }) => resendGa4(params.id, body.count),
  forecast: ({ membership }) => forecastConversions(membership),
  callConversions: ({ params, membership }) => explainCall(membership, params.callId),
};
