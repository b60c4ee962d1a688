/** From typed steps to a command: which bindings count here, and which of them is meant. Pure. */
import { type AvailabilityResult, type BindingCondition, checkAvailability } from '../core/availability.ts';
import type { Command } from '../core/command.ts';
import type { Registry } from '../core/registry.ts';
import { scopes } from '../core/scopes.ts';
import type { Context, Scope } from '../core/types.ts';
import type { Binding } from './binding.ts';
import { getCondition } from './conditions.ts';
import type { EffectiveKeymap } from './effectiveKeymap.ts';
import { isCharacterStep, splitSteps } from './keys.ts';
import { match } from './tree.ts';

/** Converts a binding to the condition that the dispatcher checks. */
export const toBindingCondition = (binding: Binding): BindingCondition => ({
  scope: binding.scope,
  ...(binding.when ? { check: getCondition(binding.when) } : {}),
});

/** Scopes that disable the keys of all scopes beneath them. */
export const exclusiveScopes: readonly Scope[] = ['dialog', 'palette'];

/** Checks whether a binding applies: its place is in focus, and it is not swallowed by text entry, a dialog or the palette. */
function isBindingActive(binding: Binding, active: readonly Scope[]): boolean {
  if (!active.includes(binding.scope)) return false;
  if (binding.in === 'anywhere') return true;
  if (exclusiveScopes.some((scope) => active.includes(scope)) && !exclusiveScopes.includes(binding.scope)) return false;
  return !active.includes('text') || binding.in === 'text';
}

/** Meaning of the typed steps. `stray` is a key that belongs to another place: nothing runs, a notice gives the reason. */
export type KeyResolution =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'chord'; readonly longer: readonly Binding[] }
  | { readonly kind: 'command'; readonly binding: Binding; readonly answer: AvailabilityResult }
  | { readonly kind: 'stray'; readonly reason: string; readonly command: Command };

const moveSteps = /^(shift\+)?(arrow(up|down|left|right)|home|end|pageup|pagedown)$/;
/** Checks whether the control in focus handles this step itself. */
const isOwned = ({ focus: { owned } }: Context, step: string): boolean =>
  owned !== undefined && ((owned.press && (step === 'enter' || step === 'space')) || (owned.move && moveSteps.test(step)));

/**
 * The one meaning of keys: what a press runs, and what the bottom line, caps and notices draw. `active` are the scopes at the key's target; the context's
 * own are those of the focused pane.
 */
export function resolveKeys(keymap: EffectiveKeymap, registry: Registry, context: Context, active: readonly Scope[], steps: readonly string[]): KeyResolution {
  const [only, ...further] = steps;
  if (only !== undefined && further.length === 0 && isOwned(context, only)) return { kind: 'nothing' };
  const found = match(keymap.tree, steps, (binding) => isBindingActive(binding, active));
  if (found.kind === 'prefix') return { kind: 'chord', longer: found.longer };
  if (found.kind === 'full') return selectBinding(found.bindings, registry, context, active);
  if (active.includes('text') || exclusiveScopes.some((scope) => active.includes(scope))) return { kind: 'nothing' };
  return resolveStray(keymap, registry, context, steps);
}

function selectBinding(bindings: readonly Binding[], registry: Registry, context: Context, active: readonly Scope[]): KeyResolution {
  const ranked = [...bindings].sort((one, other) => scopes[other.scope].priority - scopes[one.scope].priority);
  const answered = ranked.flatMap((binding) => {
    const command = registry.get(binding.command);
    return command ? [{ binding, answer: checkAvailability(command, context, toBindingCondition(binding)) }] : [];
  });
  // Of two halves of one key, the half whose condition holds says why it cannot act.
  const isHalf = ({ when }: Binding) => when === undefined || getCondition(when)(context) === true;
  const meant =
    answered.find((each) => each.answer.ok) ??
    answered.find((each) => !each.answer.ok && each.answer.kind !== 'condition' && isHalf(each.binding)) ??
    answered.find((each) => !each.answer.ok && each.answer.kind !== 'condition') ??
    answered[0];
  // In text entry, a key whose condition does not hold is left to the browser.
  if (!meant || (active.includes('text') && !meant.answer.ok && meant.answer.kind === 'condition')) return { kind: 'nothing' };
  return { kind: 'command', ...meant };
}

/** One key means one thing on every page; where it cannot act it says why (KEYS.md 7). Keys that move or open stay the browser's. */
function resolveStray(keymap: EffectiveKeymap, registry: Registry, context: Context, steps: readonly string[]): KeyResolution {
  if (!steps.every(isCharacterStep) || steps.includes('space')) return { kind: 'nothing' };
  const found = match(keymap.tree, steps);
  const answered = (found.kind === 'full' ? found.bindings : []).flatMap((binding) => {
    const command = registry.get(binding.command);
    return command
      ? [
          {
            command,
            isOfLists: binding.scope === 'list',
            priority: scopes[binding.scope].priority,
            given: checkAvailability(command, context, toBindingCondition(binding)),
          },
        ]
      : [];
  });
  // A key of every list is known as that; else the place that goes before the others gives the reason: the phone before some form.
  const [meant] = answered.sort((one, other) => Number(other.isOfLists) - Number(one.isOfLists) || other.priority - one.priority);
  if (!meant || meant.given.ok) return { kind: 'nothing' };
  const { command, given } = meant;
  // A letter pressed in another place: the notice first names the command, unless its title says the place.
  const named = `${command.title}: ${given.reason.charAt(0).toLowerCase()}${given.reason.slice(1)}`;
  const isNamed = given.kind === 'scope' && !command.title.includes(': ');
  return { kind: 'stray', reason: isNamed ? named : given.reason, command };
}

/** Returns the keys that run a command with the focus of this moment; undefined where none does, or another command has them. */
export function getActiveKeys(keymap: EffectiveKeymap, registry: Registry, context: Context, commandId: string): string | undefined {
  return keymap.getKeys(commandId).find((keys) => {
    const resolution = resolveKeys(keymap, registry, context, context.focus.scopes, splitSteps(keys));
    return resolution.kind === 'command' && resolution.binding.command === commandId && resolution.answer.ok;
  });
}

/** The same, and where text is entered, which takes letters for itself, the keys after Escape has left it, where Escape leaves it. */
export function getReachableKeys(keymap: EffectiveKeymap, registry: Registry, context: Context, commandId: string): string | undefined {
  const now = getActiveKeys(keymap, registry, context, commandId);
  const { scopes: active } = context.focus;
  if (now !== undefined || !active.includes('text') || exclusiveScopes.some((scope) => active.includes(scope))) return now;
  const leaving = resolveKeys(keymap, registry, context, active, ['escape']);
  if (leaving.kind !== 'command' || leaving.binding.command !== 'workspace.back') return undefined;
  const left = active.filter((scope) => scope !== 'text' && scope !== 'composer');
  const { owned: _, ...focus } = context.focus;
  const then = getActiveKeys(keymap, registry, { ...context, focus: { ...focus, scopes: left } }, commandId);
  return then && `escape ${then}`;
}

/** A possible next step of a chord, for the panel that shows what may follow. */
export interface Continuation {
  readonly keys: string;
  readonly commandId: string;
  readonly title: string;
  readonly answer: AvailabilityResult;
}

/** Returns the keys that may follow the steps typed so far, in the order of the keymap; one line per key. */
export function listContinuations(longer: readonly Binding[], steps: readonly string[], registry: Registry, context: Context): Continuation[] {
  const byKeys = new Map<string, Continuation>();
  for (const binding of longer) {
    const command = registry.get(binding.command);
    if (!command) continue;
    const keys = binding.keys.split(' ').slice(steps.length).join(' ');
    const given = checkAvailability(command, context, toBindingCondition(binding));
    const before = byKeys.get(keys);
    if (!before || (!before.answer.ok && given.ok)) byKeys.set(keys, { keys, commandId: command.id, title: command.title, answer: given });
  }
  return [...byKeys.values()];
}
