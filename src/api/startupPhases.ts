/**
 * The order in which the app arrives: what the first rows need, then everything else. `shown` is over when the first rows (or whatever else
 * the person sees first) are painted; `ready` when keys work and the commands of the inbox are there; `whole` when those of all areas are.
 */
import { runWhenIdle } from './idle.ts';

interface Stage {
  readonly done: Promise<void>;
  /** It is over; said again, nothing happens. */
  complete(): void;
}

function createStage(mark: string, after: (run: () => void) => void): Stage {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isComplete = false;
  return {
    done,
    complete: () => {
      if (isComplete) return;
      isComplete = true;
      after(() => {
        performance.mark(mark);
        finish();
      });
    },
  };
}

/** Runs when what was just drawn is on the screen. A hidden window paints nothing, so nothing waits for it. */
const runAfterPaint = (run: () => void) => {
  if (document.visibilityState === 'hidden') setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
};

export const startupPhases = {
  shown: createStage('keyline:shown', runAfterPaint),
  ready: createStage('keyline:ready', (run) => run()),
  whole: createStage('keyline:whole', (run) => run()),
};

const deferredLoads: (() => Promise<unknown>)[] = [];

/** Names something that is fetched while nobody waits for it, once the app is ready. Returns `load` unchanged. */
export function loadWhenIdle<T>(load: () => Promise<T>): () => Promise<T> {
  deferredLoads.push(load);
  return load;
}

const idleTimeoutMs = 2_000;

/** Fetches all that was named, one after another. What fails is fetched again when it is needed. */
export function loadDeferredChunks(): void {
  runWhenIdle(() => {
    const load = deferredLoads.shift();
    if (!load) return;
    void load()
      .catch(() => undefined)
      .then(loadDeferredChunks);
  }, idleTimeoutMs);
}
