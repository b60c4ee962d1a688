/** The messages on their way out, for this area: one outbox for the window. */
import { type App, useApp } from '../../api/app.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createOutbox, type Outbox } from './outbox.ts';

let outbox: Outbox | null = null;
registerStore('outgoing messages', () => outbox?.clear());

/** The outbox, made when it is asked for first. */
export function getOutbox(app: App): Outbox {
  outbox ??= createOutbox(app);
  return outbox;
}

/** The outbox, for panes. */
export const useOutbox = (): Outbox => getOutbox(useApp());
