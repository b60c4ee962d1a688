/** Retries an idempotent request once on a new connection when the first gets no response in time. */
import { limits } from '#contract/core/limits.ts';
import { toPlainError } from './errors.ts';

/**
 * Makes a call that may be made twice: the first try may travel on a connection that is dead without knowing it, so it is given up soon and made
 * again on another. A refusal is an answer and is not asked twice.
 */
export async function retryOnce<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(AbortSignal.timeout(limits.firstAnswerMs));
  } catch (thrown) {
    if (toPlainError(thrown).status !== 0) throw thrown;
    return await call(AbortSignal.timeout(limits.lastAnswerMs));
  }
}
