/** Results of a command: whether it may run, its preview, its outcome, and how that is undone. Types only. */
import type { CommandRun } from '#contract/me/entities.ts';

/** Rows that become alike: how many, a few by name, and the parts that differ as lines such as `Hours: mon-fri 9-5`. */
export interface Difference {
  readonly count: number;
  readonly sample: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Result of a command that changes something: it says what it did, in a notice or, where the screen shows it by itself, to screen readers alone. A change
 * that turned out to be none may say nothing.
 */
export type ChangeResult = CommandResult & ({ readonly message: string } | { readonly spoken: string } | { readonly changed: false });

/** Result of a command that reaches the server: words for the notice, and its undo. Rejects with the words of the refusal. */
export type CommandOutcomePromise = Promise<ChangeResult>;

/** Origin of a run; kept in the command log. */
export type Source = CommandRun['source'];

/** Takes a run back. It goes by the command's title, and by a title of its own only where that says more: what was tagged, how many. */
export interface Undo {
  readonly title?: string;
  /** It was taken back in another way: there is nothing left to undo, and it is passed over. */
  isOver?(): boolean;
  run(): Promise<void>;
}

/** Result of a run: a notice, in the contract's words where it has them, and its undo. */
export interface CommandResult {
  /** Over the notice, where the specification has one (MSG-011). */
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  /** Said to screen readers alone, where the result is in plain sight. */
  readonly spoken?: string | undefined;
  /** False where a command that changes something changed nothing after all. */
  readonly changed?: false;
  readonly undo?: Undo | undefined;
}

/** Arguments as text, by name: what a URL, the log and the palette carry. */
export type ArgText = Readonly<Record<string, string>>;

/** Why not, in words a person can act on, and the command that would unblock it. */
export interface UnavailableReason {
  readonly reason: string;
  /** It makes no sense now, and nothing done here changes that: the palette leaves the command out. */
  readonly isMoot?: true;
  /** It ends without the user: the palette goes on with the command then. */
  readonly isTemporary?: true;
  readonly unblock?: { readonly commandId: string /** It is asked for at once, and the command after it. */; readonly isImmediate?: true } | undefined;
}

export type Availability = true | UnavailableReason;

/** Effects of a command, shown before it runs. */
export interface Review {
  /** A whole sentence: "Archives 312 conversations". */
  readonly sentence: string;
  readonly count: number;
  /** The first few, by name. */
  readonly sample: readonly string[];
  /** Pictures of the objects concerned. */
  readonly pictures?: readonly { readonly src: string; readonly alt: string }[];
  /** Rows left out, and why; reasons follow the count: "3 are archived already". */
  readonly skipped: readonly { readonly count: number; readonly reason: string }[];
  /** Present and future values of rows that are alike, in lines. */
  readonly differences?: readonly Difference[];
  /** The verb of the last step: "archive". */
  readonly verb: string;
  /** Note on the undo period, or on the lack of an undo: "You can take it back with z". */
  readonly undoNote?: string;
  readonly dangerous?: boolean;
}
