/** The consumer catalog: inputs and policy of its routes. No user of a company is let in, and its accounts are let in nowhere else. */
import { getAccountChannel } from '#contract/core/accountChannel.ts';
import { png } from '#tests/server/samples.ts';
import type { AccessArea } from '../access/area.ts';
import { none } from '../access/inputs.ts';
import { outsider, randomKey } from '../access/outsiders.ts';
import { account, everybody, staff } from '../access/rule.ts';
import { nowhereId, type Scene } from '../access/scene.ts';

/** The account that calls; null for other callers. */
async function accountOf({ world, client }: Pick<Scene, 'world' | 'client'>): Promise<number | null> {
  if (client.bearer === null) return null;
  const { owner, services } = world.server;
  const session = await owner
    .selectFrom('catalog_sessions')
    .select('account_id')
    .where('token_hash', '=', services.sealer.hash(client.bearer))
    .executeTakeFirst();
  return session?.account_id ?? null;
}

/** A number of the calling account, or of another for the row that is missing to it. */
async function numberOf({ world, row, client }: Scene, state: 'offered' | 'ready' = 'ready'): Promise<number> {
  const accountId = row === 'own' ? await accountOf({ world, client }) : null;
  if (accountId === null) return nowhereId;
  const { owner } = world.server;
  const { id } = await owner
    .insertInto('catalog_numbers')
    .values({
      account_id: accountId,
      number: `+1212${Math.floor(2_000_000 + Math.random() * 7_000_000)}`,
      state,
      ...(state === 'offered' ? { held_until: new Date(Date.now() + 60_000) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A review of an account of its own, for the row that is there. */
async function reviewOf({ world, row }: Scene): Promise<number> {
  if (row !== 'own') return nowhereId;
  const { id } = await world.server.catalogAccount();
  const review = { account_id: id, author: 'Ana', rating: 4, text: 'A number of my own' };
  return (await world.server.owner.insertInto('catalog_reviews').values(review).returning('id').executeTakeFirstOrThrow()).id;
}

const password = 'umbrella lantern orbit';
const credentials = () => ({ email: `${randomKey('mail')}@example.com`, password });

export const catalog: AccessArea = {
  inputs: {
    register: () => ({ body: { provider: 'email', credentials: credentials() } }),
    login: () => ({ body: { provider: 'email', credentials: credentials() } }),
    offers: none,
    random: none,
    replace: async (scene) => ({ body: { id: await numberOf(scene, 'offered') } }),
    add: () => ({ body: {} }),
    removeNumber: async (scene) => ({ params: { id: await numberOf(scene) } }),
    activate: async (scene) => ({ body: { ids: [await numberOf(scene)] } }),
    numbers: none,
    profile: none,
    saveProfile: () => ({ body: { name: 'Ana' } }),
    changePassword: () => ({ body: { currentPassword: 'not this one', password } }),
    sendResetCode: () => ({ body: { email: credentials().email } }),
    resetPassword: () => ({ body: { email: credentials().email, code: '000000', password } }),
    endSession: none,
    deleteAccount: none,
    inactivity: none,
    usage: none,
    invite: () => ({ body: { phoneNumber: outsider() } }),
    invitations: none,
    reviews: none,
    review: () => ({ body: { rating: 5, text: 'A number of my own' } }),
    staffReviews: none,
    decideReview: async (scene) => ({ params: { id: await reviewOf(scene) }, body: { state: 'published', revision: 1 } }),
    uploadFiles: () => ({ body: {}, files: [{ name: 'screen.png', type: 'image/png', bytes: png }] }),
    channelAuth: async (scene) => ({ body: { socketId: '1.1', channelName: getAccountChannel((await accountOf(scene)) ?? nowhereId) } }),
  },
  policy: {
    register: everybody('ok'),
    login: everybody(401),
    offers: account(),
    // The carrier is not there.
    random: account(502),
    replace: account(502),
    add: account(502),
    removeNumber: account('ok', 404),
    activate: account('ok', 404),
    numbers: account(),
    profile: account(),
    saveProfile: account(),
    // Their password is another.
    changePassword: account(422),
    sendResetCode: everybody('ok'),
    resetPassword: everybody(422),
    endSession: account(),
    deleteAccount: account(),
    inactivity: account(),
    usage: account(),
    // No number is set up to text.
    invite: account(422),
    invitations: account(),
    reviews: account(),
    review: account(),
    staffReviews: staff(undefined),
    decideReview: staff(404),
    uploadFiles: account(),
    channelAuth: account(),
  },
  excuses: [
    {
      does: 'proves who asks, and is never read back',
      shownBy: 'server/catalog.test.ts: by e-mail: a code is mailed, then a session begins; the second time there is an account',
      fields: ['register', 'login'],
    },
    {
      does: 'is told to the account alone',
      shownBy: 'server/catalog.test.ts: profile, password and deletion',
      fields: ['saveProfile', 'changePassword', 'sendResetCode', 'resetPassword'],
    },
    {
      does: 'is told to the account alone',
      shownBy: 'server/catalog.test.ts: are offered in sets, replaced and added; nobody else is offered them meanwhile',
      fields: ['replace', 'add'],
    },
    {
      does: 'is told to the account alone',
      shownBy: 'server/catalog.test.ts: an empty list turns all off with their count alone; a refused call changes nothing',
      fields: ['activate'],
    },
    {
      does: 'is signed for the account alone',
      shownBy: 'server/catalog.usage.test.ts: an account hears its own channel alone, and nobody else hears it',
      fields: ['channelAuth'],
    },
    {
      does: 'is told to the account alone',
      shownBy: 'server/catalog.invitations.test.ts: the same key again is the same invitation, also side by side',
      fields: ['invite'],
    },
    {
      does: 'is told to accounts alone',
      shownBy: 'server/catalog.reviews.test.ts: a review is seen by its author, and by others once staff have published it',
      fields: ['review', 'decideReview'],
    },
    {
      does: 'goes to support by mail',
      shownBy: 'server/catalog.uploads.test.ts: the same key again, also side by side, is one upload and one mail',
      fields: ['uploadFiles'],
    },
  ],
};
