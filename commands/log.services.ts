/** The command log of the person (GET, POST /me/command-log). */
import type * as z from 'zod/mini';
import type { CommandRun, me } from '#contract/me.ts';

/** A row to add; `key` makes adding it twice one row. */
export type NewRun = z.input<typeof me.logCommand.body>;

export interface LogServices {
  add(run: NewRun): Promise<void>;
  find(runId: number): Promise<CommandRun | null>;
  open(): void;
}
