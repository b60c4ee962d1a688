/** Calls in the app over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import { formatClient } from '#machines/call/index.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { createVoiceToken } from '../../carrier/voiceToken.ts';
import { companyId } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { compose } from '../messaging/handlers.ts';
import { findParty, listOffers, permitAnswer, rejectCall, reportAnswer } from './answering.ts';
import { readStatus, savePresence, saveStatus } from './status.ts';

export const handlers: Handlers<typeof routes.phone> = {
  state: async ({ authUser: { userId }, services: { config, sealer } }) => ({
    status: await readStatus(userId),
    isConfigured: config.voice !== null,
    offers: await listOffers(sealer, userId),
  }),
  token: async ({ authUser: { userId }, services: { config } }) => {
    const identity = formatClient(companyId(), userId).slice('client:'.length);
    const made = createVoiceToken(config, identity);
    if (made === null) throw new AppError('voice_not_configured');
    return { token: made.token, identity, expiresAt: made.expiresAt.toISOString() };
  },
  presence: async ({ authUser: { userId }, body: { deviceId, isReady } }) => {
    await savePresence(userId, deviceId, isReady);
    return undefined;
  },
  canAnswer: ({ authUser: { userId }, params: { callId } }) => permitAnswer(callId, userId),
  reject: async ({ authUser: { userId }, params: { callId }, body: { joinToken }, services: { sealer } }) => {
    await rejectCall(sealer, callId, joinToken, userId);
    return undefined;
  },
  acceptOrReject: async ({ authUser: { userId }, body: { callContextId, hangup } }) => {
    await reportAnswer(callContextId, hangup, userId);
    return undefined;
  },
  converse: async ({ params: { callId }, body, membership, authUser, services }) => {
    const caller = { membership, authUser };
    const party = await withCompanyTransaction(services, caller)(() => findParty(membership, callId));
    return compose(services, caller, { body: { ...body, ...party }, files: [], state: 'queued', sendAt: () => null });
  },
  saveStatus: async ({ authUser: { userId }, body: { status } }) => {
    await saveStatus(userId, status);
    return { status };
  },
};
