/** The password reset that is on the screen, for commands. */

import type { StandingFlow } from '../../panes/feature.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createSignal } from '../../store/store.ts';

type Reset = StandingFlow<'passwordReset'>;

let open: Reset | null = null;
const changed = createSignal();
const notify = () => {
  changed.notify();
};

registerStore('password reset', () => {
  open = null;
  notify();
});

/** The reset flow; its view is null while there is none. Listeners hear its every step. */
export const resetFlow: Reset = {
  view: () => open?.view() ?? null,
  send: (event) => open?.send(event),
  subscribe: changed.subscribe,
};

/** Shows a flow; returns how to take it away again. */
export function showFlow(flow: Reset): () => void {
  open = flow;
  const stop = flow.subscribe(notify);
  notify();
  return () => {
    stop();
    if (open === flow) open = null;
    notify();
  };
}
