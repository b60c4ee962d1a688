/** Turns a failure into a notice for the user: the one path from any thrown value to a notice (spec 1.8). */

import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { type FlowError, toFlowError, unknownCode } from '#machines/errors.ts';
import type { NewNotice } from '../notices/types.ts';

/** A failure as flows know it (machines/errors.ts), with its words. */
export type Failure = FlowError;

/** Reads what a run rejected with; what nobody threw on purpose names where to find support. */
export function toFailure(thrown: unknown, supportEmail: string): Failure {
  const failure = toFlowError(thrown);
  return failure.code === unknownCode ? { ...failure, message: messages.unknown(supportEmail) } : failure;
}

/** No call was made: the command itself refused. Nothing was at stake, so it goes as soon as other notices. */
const isLocalFailure = ({ status, code }: Failure): boolean => code === 'refused' || (status === 0 && code === 'failed');

/** Builds the notice of a failure: 10 s for a reply (RULE-259), `info` where the server only asks to go slower (AMB-64). */
export function createFailureNotice(failure: Failure): NewNotice {
  const tone = failure.status === 429 ? 'info' : 'danger';
  return {
    tone,
    message: failure.message,
    ...(tone === 'danger' && isLocalFailure(failure) ? { hideAfter: limits.noticeMs } : {}),
    ...(failure.code === 'unreached' ? { cause: 'connection' } : {}),
  };
}
