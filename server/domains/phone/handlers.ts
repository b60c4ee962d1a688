/** Calls in the app over HTTP (spec 2.7). */
import type { routes } from '#contract/index.ts';
import { formatClient } from '#machines/call/index.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { createCallToken, createVoiceToken } from '../../carrier/voiceToken.ts';
import { companyId } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';
import { sealLeave } from '../calling/placedCalls.ts';
import { compose } from '../messaging/handlers.ts';
import { findParty, listOffers, permitAnswer, rejectCall, reportAnswer } from './answering.ts';
import { pickUpCall } from './pickingUp.ts';
import { allowCall, endPlaced, reportStart } from './placing.ts';
import { readStatus, savePresence, saveStatus } from './status.ts';
import { listColleagues, transferCall } from './transferring.ts';

const getIdentity = (userId: number): string => formatClient(companyId(), userId).slice('client:'.length);

export const handlers: Handlers<typeof routes.phone> = {
  state: async ({ authUser: { userId }, services: { config, sealer } }) => ({
    status: await readStatus(userId),
    isConfigured: config.voice !== null,
    offers: await listOffers(sealer, userId),
  }),
  token: async ({ authUser: { userId }, services: { config } }) => {
    const identity = getIdentity(userId);
    const made = createVoiceToken(config, identity);
    if (made === null) throw new AppError('voice_not_configured');
    return { token: made.token, identity, expiresAt: made.expiresAt.toISOString() };
  },
  presence: async ({ authUser: { userId }, body: { deviceId, isReady } }) => {
    await savePresence(userId, deviceId, isReady);
    return undefined;
  },
  canAnswer: ({ authUser: { userId }, params: { callId } }) => permitAnswer(callId, userId),
  pickUp: async ({ params: { callId }, body: { clientId }, membership, authUser, services }) => {
    await pickUpCall(services, { membership, authUser }, { callId, clientId });
    return undefined;
  },
  reject: async ({ authUser: { userId }, params: { callId }, body: { joinToken }, services }) => {
    await rejectCall(services, callId, joinToken, userId);
    return undefined;
  },
  acceptOrReject: async ({ authUser: { userId }, body: { callContextId, hangup }, services }) => {
    await reportAnswer(services, callContextId, hangup, userId);
    return undefined;
  },
  converse: async ({ params: { callId }, body, membership, authUser, services }) => {
    const caller = { membership, authUser };
    const party = await withCompanyTransaction(services, caller)(() => findParty(membership, callId));
    return compose(services, caller, { body: { ...body, ...party }, files: [], state: 'queued', sendAt: () => null, sendAsked: 'send' });
  },
  createOutgoingToken: async ({ authUser: { userId }, membership, body, services: { config, sealer } }) => {
    if (config.voice === null) throw new AppError('voice_not_configured');
    if (config.voice.appSid === null) throw new AppError('calls_out_not_configured');
    const leave = await allowCall(membership, userId, body);
    const made = createCallToken(config, getIdentity(userId), sealLeave(sealer, leave));
    if (made === null) throw new AppError('calls_out_not_configured');
    return { token: made.token, callContextId: leave.id, expiresAt: new Date(leave.expiresAt).toISOString() };
  },
  outgoingInitiated: ({ authUser: { userId }, body: { callContextId }, services: { sealer } }) => reportStart(sealer, callContextId, userId),
  endOutgoing: async ({ authUser, membership, body: { callContextId }, services }) => {
    await endPlaced(services, { membership, authUser }, callContextId);
    return undefined;
  },
  colleagues: async ({ params: { callId }, membership, authUser: { userId } }) => ({ data: await listColleagues(membership, callId, userId) }),
  transfer: ({ params: { callId }, body, membership, authUser, services }) => transferCall(services, { membership, authUser }, callId, body),
  saveStatus: async ({ authUser: { userId }, body: { status } }) => {
    await saveStatus(userId, status);
    return { status };
  },
};
