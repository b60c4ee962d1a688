/** The commands of the moment: each screen says what it can do, derived from what its flow accepts; palette, keys and help read them here. */
import { createContext, useContext, useLayoutEffect } from 'react';
import { createSignal } from '../store/store.ts';

/** Something a person can do here and now. */
export interface CatalogCommand {
  readonly id: string;
  readonly title: string;
  /** Its word in the bottom line; one without a word is not shown there. */
  readonly hint?: string;
  readonly group: string;
  /** Its binding, as the keymap writes one. */
  readonly keys?: string;
  /** Other bindings that do the same. */
  readonly moreKeys?: readonly string[];
  /** Works while a dialog is open. */
  readonly isForDialog?: boolean;
  /** Reason why it can't run now; null when it can. Asked again before it runs. */
  readonly getReason: () => string | null;
  readonly run: () => void;
}

/** The commands that are provided. */
export interface CommandStore {
  list(): readonly CatalogCommand[];
  /** Sets the commands of a screen, or takes them away. */
  provide(owner: string, commands: readonly CatalogCommand[]): void;
  subscribe(listener: () => void): () => void;
}

const describe = (commands: readonly CatalogCommand[]) => JSON.stringify(commands.map(({ id, title, keys, getReason }) => [id, title, keys, getReason()]));

/** Makes the store. Whoever listens is told when a title, key or reason changes. */
export function createCommands(): CommandStore {
  const owners = new Map<string, { readonly commands: readonly CatalogCommand[]; readonly text: string }>();
  const changed = createSignal();
  let all: readonly CatalogCommand[] = [];
  return {
    list: () => all,
    provide: (owner, commands) => {
      const text = describe(commands);
      const isSame = (owners.get(owner)?.text ?? '[]') === text;
      if (commands.length === 0) owners.delete(owner);
      else owners.set(owner, { commands, text });
      all = [...owners.values()].flatMap((each) => each.commands);
      if (!isSame) changed.notify();
    },
    subscribe: changed.subscribe,
  };
}

const CommandContext = createContext<CommandStore | null>(null);
export const CommandsProvider = CommandContext.Provider;

/** The commands. Throws outside of the catalog. */
export function useCommandStore(): CommandStore {
  const store = useContext(CommandContext);
  if (!store) throw new Error('There are no commands above');
  return store;
}

/** Provides commands as long as the component is on the screen. */
export function useProvided(owner: string, commands: readonly CatalogCommand[]): void {
  const store = useCommandStore();
  useLayoutEffect(() => store.provide(owner, commands));
  useLayoutEffect(() => () => store.provide(owner, []), [store, owner]);
}
