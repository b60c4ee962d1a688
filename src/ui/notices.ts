/** Notices: one at a time in the centre, above the bottom line, and a log of all (LOOKS.md, CONST-001 to CONST-004; SAFETY.md: nothing that vanishes is lost). */
import type { NewNotice } from '#commands/notices/types.ts';
import { limits } from '#contract/core/limits.ts';
import { registerStore } from '../store/sessionStores.ts';
import { createSignal } from '../store/store.ts';

export type { NewNotice };
export type NoticeTone = NewNotice['tone'];
export type Notice = {
  id: number;
  tone: NoticeTone;
  title: string | undefined;
  /** Exact text, from the contract's messages where the spec prints one; lines are parted by newlines. */
  message: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Milliseconds until it hides; 5 s, errors 10 s. */
  hideAfter: number;
  cause: NewNotice['cause'];
  action: NewNotice['action'];
  /** The company it was told in; null for what is the person's own. */
  companyId: number | null;
  isSeen: boolean;
};
export type NoticesState = {
  /** The one on screen. */
  shown: Notice | null;
  /** Newest first, until dismissed: those of the company on the screen, and the person's own. */
  log: readonly Notice[];
  /** Of the log, those nobody has looked at. */
  unseen: number;
};

const maxLog = 200;

/** A store of notices. `pause` stops the timer and `resume` starts it again. */
export function createNotices(clock: { now: () => number } = { now: () => Date.now() }) {
  let state: NoticesState = { shown: null, log: [], unseen: 0 };
  /** Errors that a newer notice pushed off the screen, the last one last, each with the time it has left. */
  let pushedBack: { notice: Notice; leftMs: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  let leftMs = 0;
  let isPaused = false;
  let lastId = 0;
  let companyId: number | null = null;
  /** Of all companies. */
  let all: readonly Notice[] = [];
  const changed = createSignal();

  const set = (change: Partial<NoticesState>): void => {
    state = { ...state, ...change };
    changed.notify();
  };
  const isHere = (notice: Notice): boolean => notice.companyId === null || notice.companyId === companyId;
  const toLogState = (next: readonly Notice[]): Pick<NoticesState, 'log' | 'unseen'> => {
    all = next;
    const log = all.filter(isHere);
    return { log, unseen: log.filter(({ isSeen }) => !isSeen).length };
  };
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = (ms: number): void => {
    stop();
    [startedAt, leftMs] = [clock.now(), ms];
    if (!isPaused && state.shown) timer = setTimeout(hide, ms);
  };
  const show = (notice: Notice | null, ms: number, change: Partial<NoticesState> = {}): void => {
    isPaused = false;
    set({ ...change, shown: notice });
    start(ms);
  };
  /** Takes the shown one off the screen, which an error that was pushed back gets again; it stays in the log. */
  function hide(): void {
    const last = pushedBack.pop();
    show(last?.notice ?? null, last?.leftMs ?? 0);
  }
  /** Keeps the error on screen for later: an error is meant to be read for its whole time. */
  function deferShown(): void {
    const { shown } = state;
    if (shown?.tone !== 'danger' || shown.hideAfter < limits.errorNoticeMs) return;
    const left = timer === undefined ? leftMs : leftMs - (clock.now() - startedAt);
    if (left > 0) pushedBack.push({ notice: shown, leftMs: left });
  }
  /** Takes these off the screen, wherever they wait. */
  function drop(isDropped: (notice: Notice) => boolean): void {
    pushedBack = pushedBack.filter(({ notice }) => !isDropped(notice));
    if (state.shown && isDropped(state.shown)) hide();
  }
  /** Keeps the notice without what it offered. */
  function withdraw(id: number): void {
    const removeAction = (notice: Notice): Notice => (notice.id === id ? { ...notice, action: undefined } : notice);
    pushedBack = pushedBack.map((waiting) => ({ ...waiting, notice: removeAction(waiting.notice) }));
    set({ shown: state.shown && removeAction(state.shown), ...toLogState(all.map(removeAction)) });
  }
  /** Shows a notice in place of the one on screen. Returns its id. */
  function notify(entry: NewNotice): number {
    const hideAfter = entry.hideAfter ?? (entry.tone === 'danger' ? limits.errorNoticeMs : limits.noticeMs);
    lastId += 1;
    const { tone, title, message, cause, action } = entry;
    const notice: Notice = {
      id: lastId,
      tone,
      title,
      message,
      at: clock.now(),
      hideAfter,
      cause,
      action,
      companyId: entry.isOwn ? null : companyId,
      isSeen: false,
    };
    // The same error told again is one error.
    if (state.shown?.message !== message) deferShown();
    pushedBack = pushedBack.filter((waiting) => waiting.notice.message !== message);
    show(notice, hideAfter, toLogState([notice, ...all].slice(0, maxLog)));
    if (action?.until?.aborted) withdraw(notice.id);
    action?.until?.addEventListener('abort', () => withdraw(notice.id), { once: true });
    return notice.id;
  }

  return {
    notify,
    hide,
    /** Rests the timer: the pointer is over it, or focus is in it. */
    pause: (): void => {
      isPaused = true;
      stop();
    },
    resume: (): void => {
      isPaused = false;
      if (state.shown) start(state.shown.hideAfter);
    },
    /** Takes off the screen what was told of something that is over; it stays in the log. */
    end: (cause: NonNullable<NewNotice['cause']>): void => drop((notice) => notice.cause === cause),
    /** Takes one out of the log, and off the screen. */
    dismiss: (id: number): void => {
      set(toLogState(all.filter((notice) => notice.id !== id)));
      drop((notice) => notice.id === id);
    },
    /** Empties the log and the screen. */
    dismissAll: (): void => {
      pushedBack = [];
      set(toLogState(all.filter((notice) => !isHere(notice))));
      hide();
    },
    /** Another company is on the screen, or none: what was told in the one before is off it, and in the log again only there. */
    enter: (id: number | null): void => {
      if (id === companyId) return;
      companyId = id;
      set(toLogState(all));
      drop((notice) => !isHere(notice));
    },
    /** Forgets everything: somebody else is here. */
    clear: (): void => {
      pushedBack = [];
      set(toLogState([]));
      hide();
    },
    /** The log has been looked at. */
    seen: (): void => {
      if (state.unseen > 0) set(toLogState(all.map((notice) => (isHere(notice) && !notice.isSeen ? { ...notice, isSeen: true } : notice))));
    },
    snapshot: (): NoticesState => state,
    subscribe: changed.subscribe,
  };
}
export type NoticeStore = ReturnType<typeof createNotices>;

/** The app's own notices. */
export const notices: NoticeStore = createNotices();
registerStore('notices', notices.clear);
