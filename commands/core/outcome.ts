/** What a command answers: whether it may run, what it will do, what it did, and how that is taken back. Types only. */
import type { CommandRun } from '#contract/me/entities.ts';
import type { TemplateDifference } from '#contract/templates/entities.ts';

/** What a command that reaches the server answers: words for the notice, and how to take it back. Rejects with the refusal's words. */
export type CommandOutcomePromise = Promise<CommandResult>;

/** How a run came about; kept in the command log. */
export type Source = CommandRun['source'];

/** Takes a run back: `title` is the command's, "Undo: {title}". */
export interface Undo {
  readonly title: string;
  run(): Promise<void>;
}

/** What a run tells: a notice in the contract's words where it has them, and how to take it back. */
export interface CommandResult {
  /** Over the notice, where the specification has one (MSG-011). */
  readonly title?: string | undefined;
  readonly told?: string | undefined;
  /** False where a command that changes something changed nothing after all. */
  readonly changed?: false;
  readonly undo?: Undo | undefined;
}

/** Arguments as text, by name: what a URL, the log and the palette carry. */
export type ArgText = Readonly<Record<string, string>>;

/** Why not, in words a person can act on, and the command that would unblock it. */
export interface UnavailableReason {
  readonly reason: string;
  readonly unblock?: { readonly commandId: string /** It is asked for at once, and the command after it. */; readonly isAsked?: true } | undefined;
}

export type Availability = true | UnavailableReason;

/** What a command will do, shown before it runs. */
export interface Review {
  /** A whole sentence: "Archives 312 conversations". */
  readonly sentence: string;
  readonly count: number;
  /** The first few, by name. */
  readonly sample: readonly string[];
  /** What it is about, in pictures. */
  readonly pictures?: readonly { readonly src: string; readonly alt: string }[];
  /** What is left out and why; reasons follow the count: "3 are archived already". */
  readonly skipped: readonly { readonly count: number; readonly reason: string }[];
  /** What alike rows are and will be, in lines. */
  readonly differences?: readonly TemplateDifference[];
  /** The verb of the last step: "archive". */
  readonly verb: string;
  /** How long it can be taken back, or that it cannot: "You can take it back with z". */
  readonly undoNote?: string;
  readonly dangerous?: boolean;
}
