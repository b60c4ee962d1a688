/** Fields of the consumer catalog, which none but its own accounts read. */
import type { Excuse } from './excuse.ts';

export const excusesOfCatalog: readonly Excuse[] = [
  {
    does: 'proves who asks, and is never read back',
    shownBy: 'server/catalog.test.ts: by e-mail: a code is mailed, then a session begins; the second time there is an account',
    fields: ['catalog.register', 'catalog.login'],
  },
  {
    does: 'is told to the account alone',
    shownBy: 'server/catalog.test.ts: profile, password and deletion',
    fields: ['catalog.saveProfile', 'catalog.changePassword', 'catalog.sendResetCode', 'catalog.resetPassword'],
  },
  {
    does: 'is told to the account alone',
    shownBy: 'server/catalog.test.ts: are offered in sets, replaced and added; nobody else is offered them meanwhile',
    fields: ['catalog.replace', 'catalog.add'],
  },
  {
    does: 'is told to the account alone',
    shownBy: 'server/catalog.test.ts: an empty list turns all off with their count alone; a refused call changes nothing',
    fields: ['catalog.activate'],
  },
  {
    does: 'is signed for the account alone',
    shownBy: 'server/catalog.usage.test.ts: an account hears its own channel alone, and nobody else hears it',
    fields: ['catalog.channelAuth'],
  },
  {
    does: 'is told to the account alone',
    shownBy: 'server/catalog.invitations.test.ts: the same key again is the same invitation, also side by side',
    fields: ['catalog.invite'],
  },
  {
    does: 'is told to accounts alone',
    shownBy: 'server/catalog.reviews.test.ts: a review is seen by its author, and by others once staff have published it',
    fields: ['catalog.review', 'catalog.decideReview'],
  },
  {
    does: 'goes to support by mail',
    shownBy: 'server/catalog.uploads.test.ts: the same key again, also side by side, is one upload and one mail',
    fields: ['catalog.uploadFiles'],
  },
];
