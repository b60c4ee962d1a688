/** Notices: one at a time in the centre at the top, and a log of all (LOOKS.md, CONST-001 to CONST-004; SAFETY.md: nothing that vanishes is lost). */
import { limits } from '#contract/limits.ts';

export type NoticeTone = 'success' | 'info' | 'danger';
export type Notice = {
  id: number;
  tone: NoticeTone;
  /** Exact text, from the contract's messages where the spec prints one. */
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Milliseconds until it hides; 5 s, errors 10 s. */
  hideAfter: number;
  /** What can be done about it, with its key. */
  action: { title: string; keys?: string | undefined; onAct: () => void } | undefined;
};
export type NewNotice = { tone: NoticeTone; message: string; hideAfter?: number; action?: Notice['action'] };
export type NoticesState = {
  /** The one on screen. */
  shown: Notice | null;
  /** Newest first, until dismissed. */
  log: readonly Notice[];
  /** Of the log, those nobody has looked at. */
  unseen: number;
};

const kept = 200;

/** A store of notices. The timer rests while `hold` is in force, and starts anew on `release`. */
export function createNotices(clock: { now: () => number } = { now: () => Date.now() }) {
  let state: NoticesState = { shown: null, log: [], unseen: 0 };
  let waiting: Notice[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  let lastId = 0;
  const listeners = new Set<() => void>();

  const set = (change: Partial<NoticesState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = (): void => {
    stop();
    if (!held && state.shown) timer = setTimeout(hide, state.shown.hideAfter);
  };
  /** Takes the shown one off the screen; it stays in the log. */
  function hide(): void {
    held = false;
    set({ shown: waiting.shift() ?? null });
    start();
  }
  /** Shows a notice. It takes the place of the one on screen, but an error is read first: what is no error waits behind it. Returns its id. */
  function notify(entry: NewNotice): number {
    const hideAfter = entry.hideAfter ?? (entry.tone === 'danger' ? limits.errorNoticeMs : limits.noticeMs);
    lastId += 1;
    const notice: Notice = { id: lastId, tone: entry.tone, message: entry.message, at: clock.now(), hideAfter, action: entry.action };
    const log = [notice, ...state.log].slice(0, kept);
    if (state.shown?.tone === 'danger' && entry.tone !== 'danger') {
      waiting = [...waiting, notice];
      set({ log, unseen: state.unseen + 1 });
      return notice.id;
    }
    held = false;
    set({ shown: notice, log, unseen: state.unseen + 1 });
    start();
    return notice.id;
  }

  return {
    notify,
    hide,
    /** Rests the timer: the pointer is over it, or focus is in it. */
    hold: (): void => {
      held = true;
      stop();
    },
    release: (): void => {
      held = false;
      start();
    },
    /** Takes one out of the log, and off the screen. */
    dismiss: (id: number): void => {
      waiting = waiting.filter((notice) => notice.id !== id);
      set({ log: state.log.filter((notice) => notice.id !== id) });
      if (state.shown?.id === id) hide();
    },
    /** Empties the log and the screen. */
    dismissAll: (): void => {
      waiting = [];
      set({ log: [], unseen: 0 });
      hide();
    },
    /** The log has been looked at. */
    seen: (): void => {
      if (state.unseen > 0) set({ unseen: 0 });
    },
    snapshot: (): NoticesState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type NoticeStore = ReturnType<typeof createNotices>;

/** The app's own notices. */
export const notices: NoticeStore = createNotices();
