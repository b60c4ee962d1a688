/** Blocked callers over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { type BlockingUser, block, blockMany, unblock, unblockMany } from './commands.ts';
import { getBlock, listBlocks } from './queries.ts';

const by = (authUser: AuthUser): BlockingUser => ({ actorId: authUser.userId, name: authUser.name });

export const handlers: Handlers<typeof routes.blocks> = {
  list: ({ query, membership }) => listBlocks(membership, query),

  create: async ({ body, membership, authUser }) => getBlock(membership, await block(membership, body, by(authUser))),

  delete: async ({ params, membership, authUser }) => {
    await unblock(membership, params.id, by(authUser));
    return undefined;
  },

  bulkCreate: ({ body, membership, authUser }) => blockMany(membership, body, by(authUser)),

  bulkDelete: async ({ body, membership, authUser }) => ({ unblocked: await unblockMany(membership, body.ids, by(authUser)) }),
};
