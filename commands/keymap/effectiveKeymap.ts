/** The keymap in force: the shipped keys, a preset's changes, the person's own, and whether single characters work. */
import type { Keymap as SavedKeymap } from '#contract/me/entities.ts';
import type { Registry } from '../core/registry.ts';
import type { Scope } from '../core/types.ts';
import type { Binding } from './binding.ts';
import { opposites } from './conditions.ts';
import { isCharacterStep, isSingleKey, parseKeys, splitSteps } from './keys.ts';
import { type Overrides, presetOverrides } from './presets.ts';
import { buildTree, type KeyTree } from './tree.ts';

/** All bindings in force, and what they are looked up by. */
export interface EffectiveKeymap {
  readonly bindings: readonly Binding[];
  readonly tree: KeyTree<Binding>;
  /** The keys of a command, the first to be shown; empty when it has none. With `args` those of that very binding. */
  getKeys(commandId: string): readonly string[];
  getBindings(commandId: string): readonly Binding[];
}

/** The shipped keys, and the commands: one without a shipped key gets the key a user gives it in its own scopes. */
type Shipped = Pick<Registry, 'bindings' | 'get'>;

const getPlaceKey = ({ scope, when, in: inside }: Binding): string => `${scope} ${when ?? ''} ${inside ?? ''}`;

/** The bindings of one command with other keys: in each place and under each condition it had before. */
function rebind(command: string, keys: readonly string[], before: readonly Binding[], scopes: readonly Scope[]): Binding[] {
  const plain = before.filter((binding) => binding.args === undefined);
  const places = [...new Map(plain.map((binding) => [getPlaceKey(binding), binding])).values()];
  const shapes: readonly Binding[] = places.length > 0 ? places : scopes.map((scope) => ({ keys: '', command, scope }));
  return keys.flatMap((written) => {
    const read = parseKeys(written);
    if (read === null) return [];
    return shapes.map((shape): Binding => {
      const { in: inside, ...rest } = shape;
      // A key that writes a character never works where text is entered.
      const keepsInside = inside !== undefined && !splitSteps(read).some(isCharacterStep);
      return { ...rest, command, keys: read, ...(keepsInside ? { in: inside } : {}) };
    });
  });
}

const applyOverrides = (bindings: readonly Binding[], overrides: Overrides, shipped: Shipped): Binding[] => [
  ...bindings.filter((binding) => !Object.hasOwn(overrides, binding.command)),
  ...Object.entries(overrides).flatMap(([command, keys]) =>
    rebind(
      command,
      keys,
      shipped.bindings.filter((binding) => binding.command === command),
      shipped.get(command)?.scopes ?? ['workspace'],
    ),
  ),
];

/** Two bindings under one key that could both be meant: the same place, and conditions that can hold together. */
export const isConflicting = (one: Binding, other: Binding): boolean =>
  one.keys === other.keys &&
  one.scope === other.scope &&
  one.command !== other.command &&
  !opposites.some(([a, b]) => (one.when === a && other.when === b) || (one.when === b && other.when === a));

/** Checks whether one is the start of the other, so that the longer could never be typed. */
export const isKeyPrefix = (one: Binding, other: Binding): boolean => one.keys !== other.keys && `${other.keys} `.startsWith(`${one.keys} `);

const removeDuplicates = (bindings: readonly Binding[]): Binding[] => [
  ...new Map(bindings.map((binding) => [`${binding.keys} ${binding.command} ${getPlaceKey(binding)}`, binding])).values(),
];

function listBindings(saved: SavedKeymap, shipped: Shipped): Binding[] {
  const preset =
    saved.preset === 'none'
      ? shipped.bindings.filter((binding) => !isSingleKey(binding.keys))
      : applyOverrides(shipped.bindings, presetOverrides[saved.preset], shipped);
  const own = applyOverrides(preset, saved.overrides, shipped);
  return removeDuplicates(saved.singleKeys ? own : own.filter((binding) => !isSingleKey(binding.keys)));
}

/** Makes the keymap in force. An override that is no key is left out. */
export function createEffectiveKeymap(saved: SavedKeymap, shipped: Shipped): EffectiveKeymap {
  const bindings = listBindings(saved, shipped);
  const byCommand = new Map<string, Binding[]>();
  for (const binding of bindings) byCommand.set(binding.command, [...(byCommand.get(binding.command) ?? []), binding]);
  const keys = new Map(
    [...byCommand].map(([command, of]) => [command, [...new Set(of.filter((binding) => binding.args === undefined).map((binding) => binding.keys))]] as const),
  );
  return {
    bindings,
    tree: buildTree(bindings),
    getKeys: (commandId) => keys.get(commandId) ?? [],
    getBindings: (commandId) => byCommand.get(commandId) ?? [],
  };
}

/** Returns the bindings a key would clash with if a command got it: those it would be mistaken for, hide, or be hidden by. */
export function findConflicts(keymap: EffectiveKeymap, commandId: string, keys: string, scopes: readonly Scope[]): Binding[] {
  const places = keymap.getBindings(commandId).map((binding) => binding.scope);
  const wanted = (places.length > 0 ? [...new Set(places)] : scopes).map((scope): Binding => ({ keys, command: commandId, scope }));
  return keymap.bindings.filter(
    (binding) =>
      binding.command !== commandId && wanted.some((want) => isConflicting(want, binding) || isKeyPrefix(want, binding) || isKeyPrefix(binding, want)),
  );
}
