/** The command log of the person (GET, POST /me/command-log). */
import type * as z from 'zod/mini';
import type { CommandRun } from '#contract/me/entities.ts';
import type { routes } from '#contract/me/routes.ts';

/** A row to add; `key` makes adding it twice one row. */
type NewRun = z.input<typeof routes.logCommand.body>;

export interface LogServices {
  add(run: NewRun): Promise<void>;
  find(runId: number): Promise<CommandRun | null>;
  open(): void;
}

/** Types the area adds to those shared by all commands. */
export interface LogTypes {
  readonly rows: { readonly commandRun: CommandRun };
  readonly scopes: 'log';
  readonly panes: 'log';
  readonly services: { readonly log: LogServices };
}
