/** The password reset that is on the screen, for commands. */
import { registerStore } from '../../api/sessionStores.ts';
import type { StandingFlow } from '../../panes/feature.ts';

type Reset = StandingFlow<'passwordReset'>;

let open: Reset | null = null;
const listeners = new Set<() => void>();
const touch = () => {
  for (const listener of listeners) listener();
};

registerStore('password reset', () => {
  open = null;
  touch();
});

/** The reset flow; its view is null while there is none. Listeners hear its every step. */
export const resetFlow: Reset = {
  view: () => open?.view() ?? null,
  send: (event) => open?.send(event),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Shows a flow; returns how to take it away again. */
export function showFlow(flow: Reset): () => void {
  open = flow;
  const stop = flow.subscribe(touch);
  touch();
  return () => {
    stop();
    if (open === flow) open = null;
    touch();
  };
}
