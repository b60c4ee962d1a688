/** May this command run, here and now? The one answer behind palette, keys, buttons and the dispatcher. */

import type { Command } from './command.ts';
import type { Availability, UnavailableReason } from './outcome.ts';
import { requiredRolesText } from './requiredRoles.ts';
import { formatCount, plural, rowsOf, withArticle, wordsOfKind } from './rows.ts';
import { scopes } from './scopes.ts';
import type { Context, Scope } from './types.ts';

/** Why not, of which kind: `scope` says that the command belongs elsewhere, the others that something stands in its way here. */
export interface Refusal extends UnavailableReason {
  readonly ok: false;
  readonly kind: 'session' | 'scope' | 'permission' | 'company' | 'connection' | 'rows' | 'condition' | 'command';
}

export type AvailabilityResult = { readonly ok: true } | Refusal;

/** Conditions a binding may add: it can narrow a command, never widen it. */
export interface BindingCondition {
  readonly scope: Scope;
  readonly holds?: (context: Context) => Availability;
}

const yes: AvailabilityResult = { ok: true };

const no = (kind: Refusal['kind'], reason: string, commandId?: string): Refusal => ({
  ok: false,
  kind,
  reason,
  ...(commandId ? { unblock: { commandId } } : {}),
});

const isIn = (context: Context, wanted: readonly Scope[]): boolean => wanted.some((scope) => context.focus.scopes.includes(scope));

function asksSession(command: Command, context: Context): AvailabilityResult {
  if (context.user === null) return command.scopes.includes('signin') ? yes : no('session', 'Sign in first');
  return yes;
}

function asksScope(command: Command, context: Context): AvailabilityResult {
  if (isIn(context, command.scopes)) return yes;
  // A command over what is open beside the focused pane reaches it from anywhere in the workspace.
  const rows = command.rows && rowsOf(context, command.rows.kind);
  if (rows && context.focus.scopes.includes('workspace')) return yes;
  const place = command.scopes.map((scope) => scopes[scope].elsewhere).find((each) => each !== undefined);
  return no('scope', place?.[0] ?? 'Not available here', place?.[1]);
}

function asksRight(command: Command, context: Context): AvailabilityResult {
  if (command.ownOnly && context.user?.isAdmin) return no('permission', 'Not available while impersonating', 'person.leaveImpersonation');
  if (command.permission === null) return yes;
  if (context.company === null) return no('company', 'Select a company first', 'company.switch');
  const flow = context.flows.companySwitch?.state;
  if (flow === 'clearing' || flow === 'refreshing') return no('company', 'Loading company…');
  if (context.permissions.has(command.permission)) return yes;
  return no('permission', requiredRolesText(command.permission));
}

function asksRows(command: Command, context: Context): AvailabilityResult {
  const need = command.rows;
  if (need === null) return yes;
  const rows = rowsOf(context, need.kind);
  if (rows === null) return no('rows', `Select ${withArticle(need.kind)} first`);
  if (need.max !== undefined && rows.count > need.max) {
    return no(
      'rows',
      need.max === 1
        ? `Works on one ${wordsOfKind(need.kind).one} at a time; ${formatCount(rows.count, need.kind)} selected`
        : `Works on up to ${formatCount(need.max, need.kind)}`,
    );
  }
  if (rows.mode === 'matching' && need.matching !== true) return no('rows', `Select individual ${plural(need.kind)}; can’t run on all matching`);
  return yes;
}

function asksItself(available: Availability, kind: Refusal['kind']): AvailabilityResult {
  return available === true ? yes : { ok: false, kind, ...available };
}

/**
 * Session AND scopes AND permission AND connection AND rows AND the command's own condition AND the binding's. The first that refuses is told.
 * The dispatcher asks again before it runs (STYLE.md, commands 3).
 */
export function checkAvailability(command: Command, context: Context, binding?: BindingCondition): AvailabilityResult {
  const steps: readonly (() => AvailabilityResult)[] = [
    () => asksSession(command, context),
    () => asksScope(command, context),
    () => asksRight(command, context),
    () => (command.offline || context.online ? yes : no('connection', 'Not available offline')),
    () => asksRows(command, context),
    () => asksItself(command.available(context), 'command'),
    () =>
      binding === undefined || context.focus.scopes.includes(binding.scope)
        ? yes
        : no('scope', scopes[binding.scope].elsewhere?.[0] ?? 'Not available here', scopes[binding.scope].elsewhere?.[1]),
    () => asksItself(binding?.holds?.(context) ?? true, 'condition'),
  ];
  for (const step of steps) {
    const given = step();
    if (!given.ok) return given;
  }
  return yes;
}
