/** Checks whether a command can run in a context: the single check behind palette, keys, buttons and the dispatcher. */

import type { Command } from './command.ts';
import type { Availability, UnavailableReason } from './outcome.ts';
import { formatRequiredRoles } from './requiredRoles.ts';
import { checkSingle, formatCount, formatWithArticle, getPluralNoun, getRows } from './rows.ts';
import { scopes } from './scopes.ts';
import type { Context, Scope } from './types.ts';

/** Reason a command can’t run. `scope` means that it works in another place; the other kinds mean that a condition is not met here. */
export interface UnavailableResult extends UnavailableReason {
  readonly ok: false;
  readonly kind: 'session' | 'scope' | 'permission' | 'company' | 'connection' | 'rows' | 'condition' | 'command';
}

export type AvailabilityResult = { readonly ok: true } | UnavailableResult;

/** Conditions a binding adds to those of its command. */
export interface BindingCondition {
  readonly scope: Scope;
  readonly check?: (context: Context) => Availability;
}

const availableResult: AvailabilityResult = { ok: true };

const reject = (
  kind: UnavailableResult['kind'],
  reason: string,
  commandId?: string,
  more: Pick<UnavailableReason, 'isMoot' | 'isTemporary'> = {},
): UnavailableResult => ({
  ok: false,
  kind,
  reason,
  ...more,
  ...(commandId ? { unblock: { commandId } } : {}),
});

const isAnyFocused = (context: Context, wanted: readonly Scope[]): boolean => wanted.some((scope) => context.focus.scopes.includes(scope));

function checkSession(command: Command, context: Context): AvailabilityResult {
  if (context.user === null) return command.scopes.includes('signin') ? availableResult : reject('session', 'Sign in first');
  return availableResult;
}

function checkScope(command: Command, context: Context): AvailabilityResult {
  if (isAnyFocused(context, command.scopes)) return availableResult;
  // A command over what is open beside the focused pane reaches it from anywhere in the workspace.
  const rows = command.rows && getRows(context, command.rows.kind);
  if (rows && context.focus.scopes.includes('workspace')) return availableResult;
  const place = command.scopes.map((scope) => scopes[scope].unavailable).find((each) => each !== undefined);
  // No way leads to a step of a flow that is not on the screen.
  const isMoot = command.scopes.every((scope) => scopes[scope].isForm || scopes[scope].isStep || scopes[scope].unavailable === undefined);
  return reject('scope', place?.[0] ?? 'Not available here', place?.[1], isMoot ? { isMoot } : {});
}

function checkPermission(command: Command, context: Context): AvailabilityResult {
  if (command.ownOnly && context.user?.isAdmin) return reject('permission', 'Not available while impersonating', 'person.leaveImpersonation');
  if (command.permission === null) return availableResult;
  if (context.company === null) return reject('company', 'Select a company first', 'company.switch');
  const flow = context.flows.companySwitch?.state;
  if (flow === 'clearing' || flow === 'refreshing') return reject('company', 'Loading company…', undefined, { isTemporary: true });
  if (context.permissions.has(command.permission)) return availableResult;
  return reject('permission', formatRequiredRoles(command.permission));
}

function checkRows(command: Command, context: Context): AvailabilityResult {
  const need = command.rows;
  if (need === null) return availableResult;
  const rows = getRows(context, need.kind);
  if (rows === null) return reject('rows', `Select ${formatWithArticle(need.kind)} first`);
  if (need.max === 1 && rows.count > 1) return toResult(checkSingle(context, need.kind), 'rows');
  if (need.max !== undefined && rows.count > need.max) return reject('rows', `Works on up to ${formatCount(need.max, need.kind)}`);
  if (rows.mode === 'matching' && need.matching !== true) return reject('rows', `Select individual ${getPluralNoun(need.kind)}; can’t run on all matching`);
  return availableResult;
}

function toResult(available: Availability, kind: UnavailableResult['kind']): AvailabilityResult {
  return available === true ? availableResult : { ok: false, kind, ...available };
}

/**
 * Session AND scopes AND permission AND connection AND rows AND the command's own condition AND the binding's. Returns the first failure.
 * The dispatcher checks again before a run (STYLE.md, commands 3).
 */
export function checkAvailability(command: Command, context: Context, binding?: BindingCondition): AvailabilityResult {
  const steps: readonly (() => AvailabilityResult)[] = [
    () => checkSession(command, context),
    () => checkScope(command, context),
    () => checkPermission(command, context),
    () => (command.offline || context.online ? availableResult : reject('connection', 'Not available offline')),
    () => checkRows(command, context),
    () => toResult(command.available(context), 'command'),
    () =>
      binding === undefined || context.focus.scopes.includes(binding.scope)
        ? availableResult
        : reject('scope', scopes[binding.scope].unavailable?.[0] ?? 'Not available here', scopes[binding.scope].unavailable?.[1]),
    () => toResult(binding?.check?.(context) ?? true, 'condition'),
  ];
  for (const step of steps) {
    const given = step();
    if (!given.ok) return given;
  }
  return availableResult;
}
