/** Values that are numbers, found by typing them: `1.5` while a recording is open is its speed. */
import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import { commandToItem, type PaletteItem } from './items.ts';

const maxValues = 3;

/** Lists commands with the one value of a scale they ask for, where its title begins with the typed number, and the number ends there. `isRunnable` is asked by command. */
export function listValueItems(registry: Registry, typed: string, context: Context, isRunnable: (commandId: string) => boolean): PaletteItem[] {
  if (!/^\d+([.,]\d+)?$/.test(typed)) return [];
  const number = typed.replace(',', '.');
  const isMeant = (title: string) => title.startsWith(number) && !/^[\d.]/.test(title.slice(number.length)) && title.length < number.length + 12;
  const found = registry.all.flatMap((command) => {
    const [asked, ...others] = command.args.filter(({ arg }) => !arg.optional);
    if (command.isUnlisted || asked?.arg.kind !== 'list' || !asked.arg.isScale || others.length > 0 || !isRunnable(command.id)) return [];
    const { name } = asked;
    return asked.arg
      .options(context, {})
      .filter(({ title }) => isMeant(title))
      .map(({ id, title }) => ({
        ...commandToItem(command),
        id: `value:${command.id}:${id}`,
        title: `${command.title}: ${title}`,
        run: { commandId: command.id, args: { [name]: id } },
      }));
  });
  return found.slice(0, maxValues);
}
