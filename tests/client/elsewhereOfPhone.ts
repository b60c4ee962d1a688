/** The same of calls: in the app, and as the simulator plays them. */
import type { Excuse } from './excuse.ts';

export const excusesOfPhone: readonly Excuse[] = [
  {
    does: 'is asked of the simulator, whose steps tell what came of it',
    shownBy: 'server/routing.test.ts: who rings on Sunday at 18:05 and on Monday morning, if somebody presses 2',
    fields: ['routing.simulate'],
  },
  {
    does: 'sets whether calls ring for the person, which the company tells them',
    shownBy: 'server/phone.test.ts: is away until it is set, and is read back by the company',
    fields: ['phone.saveStatus'],
  },
  {
    does: 'says that a browser is open, so that calls ring there',
    shownBy: 'server/phone.test.ts: who is away, who has no page open, who closed it; the simulator says why',
    fields: ['phone.presence'],
  },
  {
    does: 'proves the offer of a call that is declined',
    shownBy: 'server/phone.test.ts: is declined once, by the proof that was made for the person',
    fields: ['phone.reject'],
  },
  {
    does: 'says whether a call is taken or declined, which its steps tell',
    shownBy: 'server/phone.test.ts: is declined by one alone: it rings on for the other',
    fields: ['phone.acceptOrReject'],
  },
  {
    does: 'says where a call goes, which its steps and who took it tell',
    shownBy: 'server/phone.transfer.test.ts: rings there with who sent it, is taken, talks, and is one call of who took it',
    fields: ['phone.transfer'],
  },
  {
    does: 'names a pickup of a ringing call, which rings in the person’s new window then',
    shownBy: 'server/phone.pickup.test.ts: is still theirs, doesn’t ring there by itself, and is led there once they answer',
    fields: ['phone.pickUp'],
  },
  {
    does: 'is the leave for a call, which the call itself tells',
    shownBy: 'server/phone.placed.test.ts: rings, is answered, talks both ways, is hung up, recorded, and stands in the list and in the thread',
    fields: ['phone.createOutgoingToken'],
  },
  {
    does: 'names a call by its leave, whose start is answered with the call, and whose end the call tells',
    shownBy: 'server/phone.placed.test.ts: is ended at the carrier by the person, twice as well as once',
    fields: ['phone.outgoingInitiated', 'phone.endOutgoing'],
  },
];
