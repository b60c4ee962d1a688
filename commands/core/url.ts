/**
 * Every command with its arguments has an address: `/do/conversations.archive`, `/do/company.switch?company=7` (DESIGN.md section 5). `_place` is the
 * address of what it acts on: `/do/callers.block?_place=/northwind-motors/inbox/5814`.
 */
import type { Permission } from '#contract/core/permissions.ts';
import type { ArgText } from './outcome.ts';

const basePath = '/do/';
/** No argument begins so. */
const placeName = '_place';

/** The address of a command. */
export function getCommandUrl(commandId: string, args: ArgText = {}): string {
  const query = new URLSearchParams(Object.entries(args)).toString();
  return `${basePath}${commandId}${query === '' ? '' : `?${query}`}`;
}

/** The address of a command with that of what it acts on. One that needs no permission acts in no company: its address names none. */
export function getPlacedUrl({ id, permission }: { readonly id: string; readonly permission: Permission | null }, args: ArgText, place: string | null): string {
  return getCommandUrl(id, permission === null || place === null ? args : { ...args, [placeName]: place });
}

/** Reads an address; null when it is none of a command. `place`: the address of what it acts on; null where it names none. */
export function parseCommandUrl(address: string): { commandId: string; args: ArgText; place: string | null } | null {
  const [path = '', query = ''] = address.split('?', 2);
  if (!path.startsWith(basePath)) return null;
  const commandId = path.slice(basePath.length);
  const { [placeName]: place = null, ...args } = Object.fromEntries(new URLSearchParams(query));
  return /^[a-zA-Z0-9.]{3,80}$/.test(commandId) ? { commandId, args, place } : null;
}
