/** Campaigns over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { askNow } from './looks.ts';
import { getCampaign, listCampaigns, listEvents, lockCampaign, readCampaign } from './queries.ts';
import { listReviewRows, reviewCampaign } from './review.ts';
import { createCampaign, deleteCampaign, pauseCampaign, resendUnknown, restoreCampaign, updateCampaign } from './save.ts';

export const handlers: Handlers<typeof routes.campaigns> = {
  list: ({ query, membership, services }) => listCampaigns(services, membership, query),

  async get({ params, query, membership, services }) {
    const { id } = await readCampaign(membership, params.id);
    return getCampaign(services, id, query.include === 'groups');
  },

  create: ({ body, files, membership, authUser, services }) => createCampaign(services, { membership, authUser }, body, files),

  update: ({ params, body, files, membership, authUser, services }) => updateCampaign(services, { membership, authUser }, params.id, body, files),

  async delete({ params, membership }) {
    await deleteCampaign(membership, await lockCampaign(membership, params.id));
  },

  async pause({ params, membership, services }) {
    await pauseCampaign(await lockCampaign(membership, params.id));
    return getCampaign(services, params.id);
  },

  async events({ params, query, membership }) {
    return listEvents(await readCampaign(membership, params.id), query);
  },

  async review({ params, membership, services }) {
    return reviewCampaign(services, await readCampaign(membership, params.id));
  },

  async reviewRows({ params, query, membership, services }) {
    return listReviewRows(services, await readCampaign(membership, params.id), query);
  },

  async ask({ params, membership, services }) {
    const { id } = await readCampaign(membership, params.id);
    await askNow(services, id);
    return getCampaign(services, id);
  },

  async resend({ params, body, membership, services }) {
    await resendUnknown(services, await lockCampaign(membership, params.id), body.count);
    return getCampaign(services, params.id);
  },

  async restore({ params, membership, services }) {
    await restoreCampaign(await lockCampaign(membership, params.id, true));
    return getCampaign(services, params.id);
  },
};
