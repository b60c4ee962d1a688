/** Blocked callers over HTTP (spec 1.7). */
import type { routes } from '#contract/index.ts';
import type { AuthUser, Handlers } from '../../http/handlers.ts';
import { type By, block, blockMany, unblock, unblockMany } from './commands.ts';
import { listBlocks, oneBlock } from './queries.ts';

const by = (caller: AuthUser): By => ({ actorId: caller.userId, name: caller.name });

export const handlers: Handlers<typeof routes.blocks> = {
  list: ({ query, seat }) => listBlocks(seat, query),

  create: async ({ body, seat, caller }) => oneBlock(seat, await block(seat, body, by(caller))),

  delete: async ({ params, seat, caller }) => {
    await unblock(seat, params.id, by(caller));
    return undefined;
  },

  bulkCreate: ({ body, seat, caller }) => blockMany(seat, body, by(caller)),

  bulkDelete: async ({ body, seat, caller }) => ({ unblocked: await unblockMany(seat, body.ids, by(caller)) }),
};
