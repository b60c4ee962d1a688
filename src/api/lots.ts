/** Work done in lots, one after the other, however fast entries come: a page never has more requests on the way than one lot makes. */

/** Hands entries to `work` at once; those that come while it works are its next lot. A lot that fails is reported as any error is, and not given again. */
export function createLots<Entry>(work: (entries: readonly Entry[]) => Promise<void>): (entries: readonly Entry[]) => void {
  let waiting: Entry[] = [];
  let isWorking = false;
  const run = async (): Promise<void> => {
    const lot = waiting;
    waiting = [];
    isWorking = true;
    try {
      await work(lot);
    } finally {
      isWorking = false;
      if (waiting.length > 0) void run();
    }
  };
  return (entries) => {
    waiting.push(...entries);
    if (!isWorking && waiting.length > 0) void run();
  };
}
