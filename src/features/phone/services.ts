/** Calls in the app, as commands reach them. */
import type { PhoneServices } from '#commands/phone/types.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { openOffer, openPhone } from './phone.ts';

function getCall() {
  const phone = openPhone.get();
  const call = phone?.call.getSnapshot().context.call;
  if (!phone || !call) throw new Error('No call is ringing');
  return { companyId: phone.companyId, call };
}

/** Commands over the call on the card, as the app provides them. */
export function createPhoneServices({ app, services }: ServiceDeps): PhoneServices {
  return {
    note: (body) => services().calling.note(getCall().call.callId, body),
    text: async (message) => {
      const { companyId, call } = getCall();
      await app.api.call('phone.converse', { companyId, params: { callId: call.callId }, body: { message, clientId: crypto.randomUUID() } });
      return { message: 'Text sent to caller' };
    },
    openConversation: async () => {
      const { call } = getCall();
      const known = openOffer.get();
      if (known?.callId === call.callId && known.conversationId !== null)
        return services().panes.open('conversation', { id: String(known.conversationId) }, 'beside');
      const { data } = await app.api.call('calling.live', { companyId: getCall().companyId });
      const conversationId = data.find(({ id }) => id === call.callId)?.conversationId ?? null;
      if (conversationId === null) throw new Error('No conversation yet. One starts when the call ends.');
      services().panes.open('conversation', { id: String(conversationId) }, 'beside');
    },
    openCall: async () => services().panes.open('call', { id: String(getCall().call.callId) }, 'beside'),
  };
}
