/** The empty palette, and the menu of a row: what fits what has the focus, what was used lately, where to go. */
import { type AvailabilityResult, checkAvailability } from '#commands/core/availability.ts';
import type { Command } from '#commands/core/command.ts';
import { isListed, isRecallable } from '#commands/core/listing.ts';
import type { Registry } from '#commands/core/registry.ts';
import { formatCount, getRowNouns, getTargetRows } from '#commands/core/rows.ts';
import type { Context, RowKind, RowSelection } from '#commands/core/types.ts';
import type { Frecency } from './frecency.ts';

const maxRecent = 6;

/** A command and whether it can run; null in place of a row that is left out. */
type Checked = readonly [Command, AvailabilityResult];
/** Commands under a heading. */
export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** "This conversation", "3 conversations", "All 312 conversations". */
function formatHeading({ kind, count, mode }: RowSelection<RowKind>): string {
  if (mode === 'matching') return `All ${formatCount(count, kind)}`;
  return count === 1 ? `This ${getRowNouns(kind).one}` : formatCount(count, kind);
}

/** The commands of the menu of a kind of row, in its order: of alternatives the one that can run, else the first; without those that make no sense here or are not allowed. */
function listMenu(kind: RowKind, registry: Registry, context: Context): Checked[] {
  return (registry.menus[kind] ?? []).flatMap((entry) => {
    const known = [entry].flat().flatMap((id): Checked[] => {
      const command = registry.get(id);
      return command ? [[command, checkAvailability(command, context)]] : [];
    });
    const shown = known.find(([, given]) => given.ok) ?? known[0];
    if (shown === undefined) return [];
    const [command, given] = shown;
    return isListed(command, given, context) && (given.ok || given.kind !== 'permission') ? [shown] : [];
  });
}

const listRunnable = (checked: readonly Checked[]): Command[] => checked.flatMap(([command, given]) => (given.ok ? [command] : []));

/** The menu of the row in focus (`.`): all of it, also what is blocked, so that each command keeps its place. Of the open item, what can be done. */
export function listRowMenu(registry: Registry, context: Context): CommandGroup[] {
  const target = getTargetRows(context);
  if (target === null) return [];
  const menu = listMenu(target.kind, registry, context).map(([command]) => command);
  const { item } = context.open;
  const isInThread = context.focus.pane?.kind === 'conversation' && item !== undefined;
  const inner = isInThread ? listRunnable(listMenu('item', registry, context)) : [];
  const groups = [
    { heading: formatHeading(target), commands: menu },
    { heading: item ? `This ${item.type}` : '', commands: inner },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

/** The groups of the empty palette. All of it can run. */
export function listHome(registry: Registry, frecency: Frecency, context: Context): CommandGroup[] {
  const target = getTargetRows(context);
  const fitting = target === null ? [] : listRunnable(listMenu(target.kind, registry, context));
  const isRunnable = (command: Command): boolean => checkAvailability(command, context).ok;
  const recent = registry.all
    .flatMap((command) => {
      const weight = isRecallable(command) ? frecency.weight(command.id) : 0;
      return weight > 0 ? [{ command, weight }] : [];
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ command }) => command)
    .filter((command) => !fitting.includes(command) && isRunnable(command))
    .slice(0, maxRecent);
  const leading = [...registry.places.map(({ kind }) => `go.${kind}`), 'company.switch', 'company.actIn', 'keyline.help'];
  const goTo = leading.flatMap((id) => {
    const command = registry.get(id);
    return command && !recent.includes(command) && isRunnable(command) ? [command] : [];
  });
  // Before there is a workspace to go about in, what can be done is all there is.
  const signIn = context.user === null ? registry.all.filter((command) => !command.isUnlisted && isRunnable(command)) : [];
  const groups = [
    { heading: target === null ? '' : formatHeading(target), commands: fitting },
    { heading: 'Recent', commands: recent },
    { heading: 'Go to', commands: goTo },
    { heading: 'Commands', commands: signIn },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

/** Checks whether a command is about the row in focus: in its menu, or over rows of its kind. */
export function isAboutRow(command: Command, { menus }: Registry, context: Context): boolean {
  const kind = getTargetRows(context)?.kind;
  return kind !== undefined && (command.rows?.kind === kind || (menus[kind] ?? []).flat().includes(command.id));
}
