/** Runs commands from controls: the interface does nothing except through a command. */
import { createContext, useContext } from 'react';
import type { RowMenu } from '#commands/core/menu.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { RowKind } from '#commands/core/types.ts';
import type { KeySource } from '../ui/useKeys.ts';

export interface CommandRunner {
  /** Runs a command as a button does; asks for what is missing. */
  run(id: string, args?: ArgText): void;
  /** The title of a command; empty until its area is there. */
  title(id: string): string;
  /** The menu of a kind of row; empty until its area is there. */
  menu(kind: RowKind): RowMenu;
  /** The key that runs it from where the focus is, for the hint beside the control: drawn while there is one. */
  keys(id: string): KeySource;
}

const RunnerContext = createContext<CommandRunner | null>(null);
export const CommandRunnerProvider = RunnerContext.Provider;

/** The commands, for controls. Throws outside of the app. */
export function useCommands(): CommandRunner {
  const runner = useContext(RunnerContext);
  if (!runner) throw new Error('There are no commands above');
  return runner;
}
