/**
 * Calls that ring for the person and not in this window: it was loaded while they rang, and the carrier rings each once. They are on the card all the same;
 * one that is answered is led here (decision 0055).
 */
import type { RingingCall } from '#machines/inAppCallIncoming/index.ts';
import type { App } from '../../api/app.ts';
import { isOfKind } from '../../api/changeFeed.ts';
import type { PhoneDevice } from './device.ts';
import { phoneLine } from './line.ts';

/** Milliseconds in which changes of calls are gathered, between looks where no change is told, and until the window must ring. */
const gatherMs = 150;
const lookMs = 5_000;
const readyMs = 10_000;

interface Watched {
  /** The offers to watch, by their names. */
  list(): readonly string[];
  onGone(callContextId: string): void;
}

/** Watches whether they still ring, by the channel and by asking. Returns how to stop. */
export function watchElsewhere(app: App, companyId: number, { list, onGone }: Watched): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (list().length === 0) return;
    const state = await app.api.call('phone.state', { companyId }).catch(() => null);
    // A look that failed says nothing.
    if (state === null) return;
    for (const id of list()) if (!state.offers.some(({ callContextId }) => callContextId === id)) onGone(id);
  };
  const timer = setInterval(() => void look(), lookMs);
  const stopChanges = app.changes.subscribe((changes) => {
    if (gathering !== undefined || list().length === 0) return;
    if (!changes.some((change) => change.companyId === companyId && isOfKind(change, ['call-updated']))) return;
    gathering = setTimeout(() => {
      gathering = undefined;
      void look();
    }, gatherMs);
  });
  return () => {
    clearInterval(timer);
    clearTimeout(gathering);
    stopChanges();
  };
}

/** Resolves once calls ring in this window. Rejects in words where they don’t for a while. */
function waitUntilReady(): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      stop();
      how();
    };
    const timer = setTimeout(() => settle(() => reject(new Error('Not registered at the carrier. Turn in-app calling off and on'))), readyMs);
    const stop = phoneLine.subscribe(() => {
      if (phoneLine.get().kind === 'ready') settle(resolve);
    });
    if (phoneLine.get().kind === 'ready') settle(resolve);
  });
}

/** Leads a call here; resolves when it rings in this window. Rejects in words where it rings on as before. */
export async function pickUp(app: App, companyId: number, getDevice: () => PhoneDevice | null, call: RingingCall): Promise<void> {
  await waitUntilReady();
  const device = getDevice();
  if (!device) throw new Error('Not registered at the carrier. Turn in-app calling off and on');
  const came = device.expect(call);
  // It is told by the request where that fails.
  came.catch(() => undefined);
  await app.api.call('phone.pickUp', { companyId, params: { callId: call.callId }, body: { clientId: crypto.randomUUID() } });
  await came;
}
