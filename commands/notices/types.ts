/** Notices, as commands show, list and remove them. */

/** A notice (LOOKS.md): `danger` stays 10 s, others 5 s, unless `hideAfter` (ms) says so. The wording is the contract's where it has it. */
export interface NewNotice {
  readonly tone: 'success' | 'info' | 'danger';
  readonly title?: string;
  /** Lines are parted by newlines. */
  readonly message: string;
  readonly hideAfter?: number;
  /** Condition the notice is about, for as long as it lasts: its end takes the notice off the screen. */
  readonly cause?: 'connection' | 'company';
  /** It is about the person, or the window, and stays with them in any company. */
  readonly isOwn?: boolean;
  /** Action offered with the notice. `command` is the one that performs it, so that its current key is shown; aborting `until` withdraws the offer. */
  readonly action?: { readonly title: string; readonly command?: string; readonly until?: AbortSignal; readonly onAct: () => void };
}

export interface NoticeServices {
  show(notice: NewNotice): void;
  /** Says a line to screen readers, politely; nothing is shown. */
  announce(text: string): void;
  dismiss(): void;
  dismissAll(): void;
  /** Takes these out of the log, and off the screen. */
  remove(ids: readonly number[]): void;
  /** Does what a notice offers. */
  act(id: number): void;
}

/** A notice of the log, as its pane lists it. `at` is in milliseconds since the epoch. */
export interface NoticeRow {
  readonly id: number;
  readonly tone: 'success' | 'info' | 'danger';
  readonly title?: string | undefined;
  readonly message: string;
  readonly at: number;
  /** Action offered with the notice. */
  readonly action?: { readonly title: string } | undefined;
}

/** Types the area adds to those shared by all commands. */
export interface NoticesTypes {
  readonly rows: { readonly notice: NoticeRow };
  readonly scopes: 'notices';
  readonly panes: 'notices';
  readonly services: { readonly notices: NoticeServices };
}
