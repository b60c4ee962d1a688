/**
 * The order in which the app arrives: what the first rows need, then everything else. `shown` is over when the first rows (or whatever else
 * the person sees first) are painted; `ready` when commands and keys are there.
 */

interface Stage {
  readonly over: Promise<void>;
  /** It is over; said again, nothing happens. */
  tell(): void;
}

function stage(mark: string, after: (run: () => void) => void): Stage {
  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isTold = false;
  return {
    over,
    tell: () => {
      if (isTold) return;
      isTold = true;
      after(() => {
        performance.mark(mark);
        finish();
      });
    },
  };
}

/** Runs when what was just drawn is on the screen. A hidden window paints nothing, so nothing waits for it. */
const painted = (run: () => void) => {
  if (document.visibilityState === 'hidden') setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
};

export const startupPhases = { shown: stage('keyline:shown', painted), ready: stage('keyline:ready', (run) => run()) };

const waiting: (() => Promise<unknown>)[] = [];

/** Names something that is fetched while nobody waits for it, once the app is ready. Returns `load` unchanged. */
export function whenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  waiting.push(load);
  return load;
}

const idle: (run: () => void) => void = (run) => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2_000 });
  else setTimeout(run, 200);
};

/** Fetches all that was named, one after another. What fails is fetched again when it is needed. */
export function loadDeferredChunks(): void {
  idle(() => {
    const load = waiting.shift();
    if (!load) return;
    void load()
      .catch(() => undefined)
      .then(loadDeferredChunks);
  });
}
