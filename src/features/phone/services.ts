/** Calls in the app, as commands reach them. */
import type { PhoneServices } from '#commands/phone/types.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { openOffer, openPhone, placeCall } from './phone.ts';

/** The call on the card: of ours, or theirs. Throws while there is none, or the carrier has not begun it. */
function getCall() {
  const phone = openPhone.get();
  if (!phone) throw new Error('No call is going on');
  const { companyId } = phone;
  const placed = phone.outgoing.getSnapshot().context;
  if (placed.started) return { companyId, ...placed.started };
  if (placed.call) throw new Error('The call hasn’t started yet');
  const { call } = phone.call.getSnapshot().context;
  if (!call) throw new Error('No call is ringing');
  const known = openOffer.get();
  return { companyId, callId: call.callId, conversationId: known?.callId === call.callId ? known.conversationId : null };
}

/** Commands over the call on the card, as the app provides them. */
export function createPhoneServices({ app, services }: ServiceDeps): PhoneServices {
  return {
    place: async (call) => {
      const phone = openPhone.get();
      if (!phone) throw new Error('Not available here');
      placeCall(phone, call);
    },
    note: (body) => services().calling.note(getCall().callId, body),
    tag: (tag) => services().calls.tag([getCall().callId], tag, true),
    colleagues: async (signal) => {
      const { companyId, callId } = getCall();
      return (await app.api.call('phone.colleagues', { companyId, params: { callId }, signal })).data;
    },
    findTarget: async (to) => {
      if ('phone' in to) return { userId: null, destination: to.phone, name: displayPhone(to.phone) };
      const { companyId, callId } = getCall();
      const { data } = await app.api.call('phone.colleagues', { companyId, params: { callId } });
      const found = data.find(({ userId }) => userId === to.userId);
      return found ? { userId: found.userId, destination: null, name: found.name } : null;
    },
    text: async (message) => {
      const { companyId, callId } = getCall();
      await app.api.call('phone.converse', { companyId, params: { callId }, body: { message, clientId: crypto.randomUUID() } });
      return { message: 'Text sent' };
    },
    openConversation: async () => {
      const { companyId, callId, conversationId: known } = getCall();
      if (known !== null) return services().panes.open('conversation', { id: String(known) }, 'beside');
      const { data } = await app.api.call('calling.live', { companyId });
      const conversationId = data.find(({ id }) => id === callId)?.conversationId ?? null;
      if (conversationId === null) throw new Error('No conversation yet. One starts when the call ends.');
      services().panes.open('conversation', { id: String(conversationId) }, 'beside');
    },
    openCall: async () => services().panes.open('call', { id: String(getCall().callId) }, 'beside'),
  };
}
