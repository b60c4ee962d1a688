/** The sheet of keys for one moment: what each key runs with the focus there was, grouped by how near its place is. Pure. */
import type { AvailabilityResult } from '../core/availability.ts';
import type { Command } from '../core/command.ts';
import { isListed } from '../core/listing.ts';
import type { Registry } from '../core/registry.ts';
import { scopes } from '../core/scopes.ts';
import type { Context } from '../core/types.ts';
import type { Binding } from './binding.ts';
import type { EffectiveKeymap } from './effectiveKeymap.ts';
import { splitSteps } from './keys.ts';
import { resolveKeys } from './resolve.ts';

export interface SheetRow {
  readonly command: Command;
  /** Keys that run it here, the first to be typed first. */
  readonly keys: readonly string[];
  /** The keys are the ends of a row of keys: `g 1` to `g 9`. */
  readonly isRange: boolean;
  readonly answer: AvailabilityResult;
}

/** Rows of one place. `isHere`: of the pane that had the focus; `isNear`: or of its list. */
export interface SheetGroup {
  readonly title: string;
  readonly isHere: boolean;
  readonly isNear: boolean;
  readonly rows: readonly SheetRow[];
}

const maxKeys = 2;
const listTitle = 'List';
const outerTitle = 'Everywhere';
/** Headings behind that of the pane itself, in their order. */
const outerTitles: readonly string[] = [listTitle, outerTitle, 'Go to', 'Workspace'];

const isOwn = ({ scope }: Binding): boolean => scopes[scope].priority > scopes.list.priority;

/** Returns whether a key runs its command here, or why it cannot; null where it means something else or nothing. */
function resolve({ keys, command }: Binding, keymap: EffectiveKeymap, registry: Registry, context: Context): AvailabilityResult | null {
  const resolution = resolveKeys(keymap, registry, context, context.focus.scopes, splitSteps(keys));
  return resolution.kind === 'command' && resolution.binding.command === command ? resolution.answer : null;
}

/** Returns the heading of a command whose key works in a scope. */
function getTitle(binding: Binding, { group }: Command, { focus }: Context): string {
  if (isOwn(binding)) return focus.pane?.title ?? group;
  if (binding.scope === 'list') return listTitle;
  return outerTitles.includes(group) ? group : outerTitle;
}

function createRow(command: Command, bindings: readonly Binding[], keymap: EffectiveKeymap, registry: Registry, context: Context): [Binding, SheetRow] | null {
  const working = bindings.filter((binding) => resolve(binding, keymap, registry, context)?.ok);
  const [first] = working;
  if (first) {
    const plain = working.filter(({ args }) => args === undefined);
    const last = working.at(-1);
    const isRange = plain.length === 0 && working.length > 2;
    const shown = isRange && last ? [first, last] : plain.length > 0 ? plain : working;
    return [first, { command, keys: [...new Set(shown.map(({ keys }) => keys))].slice(0, maxKeys), isRange, answer: { ok: true } }];
  }
  // A key of the pane itself that cannot act says why; one of everywhere is found in the pane it belongs to.
  const own = bindings.find((binding) => binding.args === undefined && isOwn(binding));
  const answer = own && resolve(own, keymap, registry, context);
  if (!own || !answer || answer.ok || answer.kind === 'condition' || answer.kind === 'scope' || !isListed(command, answer, context)) return null;
  return [own, { command, keys: [own.keys], isRange: false, answer }];
}

/** Lists what keys do with the focus of a context: the pane's own first, then those of its list, then those that work everywhere. */
export function listSheet(keymap: EffectiveKeymap, registry: Registry, context: Context): readonly SheetGroup[] {
  const groups = new Map<string, SheetRow[]>();
  for (const command of registry.all) {
    const bindings = keymap.getBindings(command.id).filter(({ scope }) => context.focus.scopes.includes(scope));
    const found = bindings.length === 0 ? null : createRow(command, bindings, keymap, registry, context);
    if (found === null) continue;
    const title = getTitle(found[0], command, context);
    groups.set(title, [...(groups.get(title) ?? []), found[1]]);
  }
  // What is in no list of headings is the pane's own.
  const ranked = [...groups].sort(([one], [other]) => outerTitles.indexOf(one) - outerTitles.indexOf(other));
  return ranked.map(([title, rows]) => ({
    title,
    isHere: !outerTitles.includes(title),
    isNear: !outerTitles.includes(title) || title === listTitle,
    // What works comes before what does not.
    rows: [...rows.filter(({ answer }) => answer.ok), ...rows.filter(({ answer }) => !answer.ok)],
  }));
}
