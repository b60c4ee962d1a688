/** Access to private channels (spec 1.4). Channel names are matched by exact grammar. */

import { channelGrammar } from '#contract/core/realtime.ts';
import type { routes } from '#contract/index.ts';
import { assertActive, assertOfHost, findMembership } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';

/** POST /realtime/auth: members hear their company (those limited to some numbers its limited channel), everybody hears themselves. A company that is not theirs answers like none (404). */
export const channelAuth: Handler<typeof routes.auth.channelAuth> = async ({ body, authUser, services }) => {
  const [, kind, digits] = channelGrammar.exec(body.channelName) ?? [];
  if (kind === undefined || kind === 'account') throw new AppError('not_found');
  const id = Number(digits);
  if (kind === 'user' && id !== authUser.userId) throw new AppError('forbidden');
  if (kind !== 'user') {
    assertOfHost(authUser, id);
    const membership = await services.tenancy.identity(() => findMembership(authUser.userId, id));
    if (!membership) throw new AppError('not_found');
    assertActive(membership);
    // The company's own channel carries ids of all numbers.
    if (kind === 'company' && membership.numberIds !== null) throw new AppError('forbidden');
  }
  return { auth: services.realtime.authorize(body.socketId, body.channelName, authUser) };
};
