/** Blocked callers over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { type By, block, blockMany, unblock, unblockMany } from './commands.ts';
import { listBlocks, oneBlock } from './queries.ts';

const by = (caller: AuthUser): By => ({ actorId: caller.userId, name: caller.name });

export const handlers: Handlers<typeof routes.blocks> = {
  list: ({ query, membership }) => listBlocks(membership, query),

  create: async ({ body, membership, caller }) => oneBlock(membership, await block(membership, body, by(caller))),

  delete: async ({ params, membership, caller }) => {
    await unblock(membership, params.id, by(caller));
    return undefined;
  },

  bulkCreate: ({ body, membership, caller }) => blockMany(membership, body, by(caller)),

  bulkDelete: async ({ body, membership, caller }) => ({ unblocked: await unblockMany(membership, body.ids, by(caller)) }),
};
