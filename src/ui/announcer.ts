/** Lines for screen readers that are shown nowhere: arrivals, another company, results that are in plain sight. */
import { registerStore } from '../store/sessionStores.ts';
import { createStore } from '../store/store.ts';

/** Milliseconds after a line in which further ones are said together with it. */
const gatherMs = 100;

/** The line said last; `turn` grows with each, so that the same words again are said again. */
export const announcement = createStore({ turn: 0, text: '' });
let lines: string[] = [];

const say = (): void => {
  const text = lines.join('. ');
  lines = [];
  announcement.set({ turn: announcement.get().turn + 1, text });
};

/** Says a line, politely, with those of the same moment. */
export function announce(text: string): void {
  if (lines.length === 0) setTimeout(say, gatherMs);
  if (!lines.includes(text)) lines.push(text);
}

registerStore('announcements', () => {
  lines = [];
  announcement.set({ turn: announcement.get().turn + 1, text: '' });
});
