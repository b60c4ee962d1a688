/** Tokens with which the window registers at the carrier. One is asked for until it is had: a network that is away when a token is due is back before long. */

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Passes so many milliseconds, or less when the phone is stopped or the network is back. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    window.addEventListener('online', done);
  });

interface Tokens {
  /** Asks for a token until it is had, each time a little later; null when the phone was stopped meanwhile. */
  next(): Promise<string | null>;
  /** The carrier has taken the last one: the next is asked for at once. */
  accept(): void;
}

/** Makes the tokens of a phone. `onFailed`: one could not be had, and is asked for again. */
export function createTokens(request: () => Promise<string>, onFailed: (thrown: unknown) => void, signal: AbortSignal): Tokens {
  let asked = 0;
  return {
    async next() {
      while (!signal.aborted) {
        if (asked > 0) await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (asked - 1)), signal);
        if (signal.aborted) return null;
        asked += 1;
        try {
          const token = await request();
          return signal.aborted ? null : token;
        } catch (thrown) {
          if (!signal.aborted) onFailed(thrown);
        }
      }
      return null;
    },
    accept() {
      asked = 0;
    },
  };
}
