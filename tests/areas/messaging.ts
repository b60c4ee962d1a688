/** Messaging: inputs and policy of its routes. */

import type { AccessArea } from '../access/area.ts';
import { lineOf, none, threadOf } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { company, onLine } from '../access/rule.ts';
import type { InputOf } from '../access/scene.ts';
import { itemReads } from '../client/reading.ts';

const waiting: InputOf = async (scene) => ({ params: { itemId: (await threadOf(scene, { state: 'held' })).itemId } });

export const messaging: AccessArea = {
  inputs: {
    send: async (scene) => ({ body: { conversationId: (await threadOf(scene)).id, message: 'Hello', clientId: randomKey('sent'), holdSeconds: 60 } }),
    schedule: async (scene) => ({
      body: {
        numberId: scene.rows.lines[lineOf(scene)].id,
        recipient: outsider(),
        message: 'Hello',
        clientId: randomKey('sent'),
        sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    }),
    scheduled: none,
    reschedule: async (scene) => ({
      params: { itemId: (await threadOf(scene, { state: 'scheduled' })).itemId },
      body: { sendAt: new Date(Date.now() + 3_600_000).toISOString() },
    }),
    takeBack: waiting,
    sendNow: waiting,
    sendAgain: async (scene) => ({ params: { itemId: (await threadOf(scene, { state: 'failed' })).itemId }, body: { clientId: randomKey('sent') } }),
    reviewOptOut: async (scene) => ({ params: { itemId: (await threadOf(scene, { isFlagged: true })).itemId }, body: { review: 'confirmed' } }),
  },
  policy: {
    send: onLine('text people'),
    schedule: onLine('text people'),
    scheduled: company('read the inbox'),
    reschedule: onLine('text people'),
    takeBack: onLine('text people'),
    sendNow: onLine('text people'),
    sendAgain: onLine('text people'),
    reviewOptOut: onLine('text people'),
  },
  reads: {
    send: itemReads,
    schedule: itemReads,
    reschedule: itemReads,
    sendAgain: itemReads,
    reviewOptOut: itemReads,
  },
  toldAs: {
    'send.numberId': 'id',
    'schedule.numberId': 'id',
    'reviewOptOut.review': 'optOutReview',
  },
  values: {
    'reviewOptOut.review': () => ['confirmed', 'dismissed'],
  },
  excuses: [
    { does: 'shows in when the message goes', shownBy: 'server/messaging.test.ts: sent by itself when the hold is over', fields: ['send.holdSeconds'] },
  ],
};
