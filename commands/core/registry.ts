/** All commands by id. Made once, in `commands/index.ts`; nothing is registered later. */
import type { Command } from './command.ts';

/** The commands, in the order of their declaration. */
export interface Registry {
  readonly all: readonly Command[];
  get(id: string): Command | undefined;
}

const idGrammar = /^[a-z][a-zA-Z]*(\.[a-z][a-zA-Z0-9]*)+$/;

/** Puts the areas' lists together. Throws on an id or a title given twice, and on an id that is not dotted words. */
export function createRegistry(areas: readonly (readonly Command[])[]): Registry {
  const byId = new Map<string, Command>();
  const titles = new Map<string, string>();
  for (const command of areas.flat()) {
    if (!idGrammar.test(command.id)) throw new Error(`“${command.id}” is not a command id. Use dotted words, such as conversations.archive`);
    if (byId.has(command.id)) throw new Error(`Two commands have the id ${command.id}`);
    const twin = titles.get(command.title.toLowerCase());
    if (twin) throw new Error(`${command.id} and ${twin} have the same title, “${command.title}”`);
    byId.set(command.id, command);
    titles.set(command.title.toLowerCase(), command.id);
  }
  return { all: [...byId.values()], get: (id) => byId.get(id) };
}
