/** What keys and controls would run, told by the app itself: while it records, the dispatcher of the page writes commands down and runs none. */
import { exposeAppHost } from './appHost.ts';
import type { Keyboard } from './keyboard.ts';

declare global {
  interface Window {
    capsRecorder?: { ran: string[]; isOn: boolean; seen: WeakSet<Element>; at: number };
  }
}

/** Puts the recorder in the place of the dispatcher. */
export const installRecorder = async (keys: Keyboard): Promise<void> => {
  await exposeAppHost(keys.page);
  await keys.page.evaluate(() => {
    const { dispatcher } = window.appHost ?? {};
    if (!dispatcher) throw new Error('No dispatcher in the page');
    const recorder = { ran: [] as string[], isOn: false, seen: new WeakSet<Element>(), at: 1e9 };
    const { run } = dispatcher;
    dispatcher.run = async (id, invocation) => {
      if (!recorder.isOn) return run(id, invocation);
      recorder.ran.push(id);
      return { status: 'refused', reason: '' };
    };
    window.capsRecorder = recorder;
  });
};

/** A cap that is drawn and does not do what it says. */
interface FalseCap {
  readonly keys: string;
  /** Command the cap or its control stands for. */
  readonly says: string;
  /** Command the key runs instead. */
  readonly runs: string;
}

/** Presses the keys of every cap on the screen with the focus of this moment, and presses the controls they stand on; returns those that disagree. */
export const findFalseCaps = (keys: Keyboard): Promise<{ readonly checked: number; readonly wrong: readonly FalseCap[] }> =>
  keys.page.evaluate(async () => {
    const recorder = window.capsRecorder;
    if (!recorder) throw new Error('No recorder in the page');
    const names: Readonly<Record<string, string>> = {
      enter: 'Enter',
      escape: 'Escape',
      space: ' ',
      tab: 'Tab',
      backspace: 'Backspace',
      delete: 'Delete',
      arrowdown: 'ArrowDown',
      arrowup: 'ArrowUp',
      arrowleft: 'ArrowLeft',
      arrowright: 'ArrowRight',
      home: 'Home',
      end: 'End',
      pageup: 'PageUp',
      pagedown: 'PageDown',
    };
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const settle = () => new Promise((done) => setTimeout(done));
    const press = async (written: string): Promise<string> => {
      recorder.ran = [];
      for (const step of written.split(' ')) {
        const parts = step.split(/\+(?=.)/);
        const base = parts.at(-1) ?? '';
        const isShifted = parts.includes('shift');
        const event = new KeyboardEvent('keydown', {
          key: names[base] ?? (isShifted ? base.toUpperCase() : base),
          ctrlKey: parts.includes('mod'),
          shiftKey: isShifted,
          bubbles: true,
          cancelable: true,
        });
        // Each press long after the one before: nothing of it is taken for typing behind a key.
        recorder.at += 10_000;
        Object.defineProperty(event, 'timeStamp', { value: recorder.at });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
      await settle();
      // A key that waits for rows on their way runs as soon as they are there.
      for (let tries = 0; tries < 40 && recorder.ran.length === 0; tries += 1) await new Promise((done) => setTimeout(done, 25));
      return recorder.ran[0] ?? 'nothing';
    };
    const activate = async (control: HTMLElement): Promise<string> => {
      recorder.ran = [];
      control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      await settle();
      return recorder.ran[0] ?? 'nothing';
    };
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null;
    const wrong: { keys: string; says: string; runs: string }[] = [];
    let checked = 0;
    recorder.isOn = true;
    try {
      for (const cap of document.querySelectorAll<HTMLElement>('[data-keys][data-command]')) {
        const { keys: shown = '', command: says = '' } = cap.dataset;
        if (!isSeen(cap)) continue;
        checked += 1;
        // Where text is entered: Escape leaves it first.
        const runs = await press(shown);
        const isLeft = shown.startsWith('escape ') && runs === 'workspace.back';
        if (!isLeft && runs !== says) wrong.push({ keys: shown, says, runs });
      }
      for (const control of document.querySelectorAll<HTMLElement>('button[aria-keyshortcuts]')) {
        const [first = ''] = (control.getAttribute('aria-keyshortcuts') ?? '').split(' ');
        if (!isSeen(control) || control.closest('[role="status"], [role="alert"]')) continue;
        checked += 1;
        const shown = first
          .split(/\+(?=.)/)
          .map((part) => (part === 'Control' ? 'mod' : part.toLowerCase()))
          .join('+');
        const runs = await press(shown);
        // A player is a control that runs no command; it names the one that does the same.
        const activated = await activate(control);
        const says = activated === 'nothing' ? (control.dataset.command ?? activated) : activated;
        if (runs !== says) wrong.push({ keys: `${shown} of ${control.getAttribute('aria-label') ?? control.textContent}`, says, runs });
      }
    } finally {
      recorder.isOn = false;
    }
    return { checked, wrong };
  });

/** Whether the element that has the focus was seen by this before: then all that can be reached by Tab was. Says what it is. */
export const visitFocus = (keys: Keyboard): Promise<{ readonly isNew: boolean; readonly what: string }> =>
  keys.page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    const recorder = window.capsRecorder;
    const active = document.activeElement ?? document.body;
    const isNew = recorder ? !recorder.seen.has(active) : false;
    recorder?.seen.add(active);
    if (!document.hasFocus()) return { isNew: true, what: 'the browser' };
    const name = active.getAttribute('aria-label') ?? active.textContent?.trim().slice(0, 40) ?? '';
    return { isNew, what: `${active.tagName.toLowerCase()} ${active.getAttribute('role') ?? ''} ${name}`.replace(/\s+/g, ' ').trim() };
  });

/** Forgets which elements had the focus. */
export const forgetVisits = (keys: Keyboard): Promise<void> =>
  keys.page.evaluate(() => {
    if (window.capsRecorder) window.capsRecorder.seen = new WeakSet();
  });
