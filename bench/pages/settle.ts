/** Measures for how long a key keeps the page busy, as seen by the page itself. */

const hushed = (element: Element | null): boolean => element?.closest('[role="status"]') !== null;
/** Ignores what says that a search is still under way, and attributes a framework rewrites on a field: the key does not wait for them. */
const isCounted = ({ type, target, attributeName }: MutationRecord): boolean =>
  attributeName !== 'aria-busy' &&
  !(type === 'attributes' && target instanceof HTMLInputElement) &&
  !hushed(target instanceof Element ? target : target.parentElement);

let started = 0;
let last = 0;
/** Watches from now on: a key starts the clock; the last change of the page, laid out, stops it. */
export function watchKeys(): void {
  window.addEventListener(
    'keydown',
    () => {
      started = performance.now();
      last = 0;
    },
    true,
  );
  new MutationObserver((records) => {
    if (!records.some(isCounted)) return;
    document.body.getBoundingClientRect();
    last = performance.now();
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const quietMs = 90;

/** Milliseconds from the key to the last change, once nothing has changed for a while; null when the key changed nothing. */
export async function waitUntilSettled(): Promise<number | null> {
  for (;;) {
    await wait(quietMs / 3);
    if (performance.now() - Math.max(started, last) > quietMs) return last === 0 ? null : last - started;
  }
}

/** Resolves when the next frame has been drawn. */
export const waitUntilDrawn = (): Promise<void> =>
  new Promise((done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(null);
    }),
  );
