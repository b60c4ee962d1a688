/** Every command with its arguments has an address: `/do/conversations.archive`, `/do/company.switch?company=7` (DESIGN.md section 5). */
import type { ArgText } from './outcome.ts';

const basePath = '/do/';

/** The address of a command. */
export function getCommandUrl(commandId: string, args: ArgText = {}): string {
  const query = new URLSearchParams(Object.entries(args)).toString();
  return `${basePath}${commandId}${query === '' ? '' : `?${query}`}`;
}

/** Reads an address; null when it is none of a command. */
export function parseCommandUrl(address: string): { commandId: string; args: ArgText } | null {
  const [path = '', query = ''] = address.split('?', 2);
  if (!path.startsWith(basePath)) return null;
  const commandId = path.slice(basePath.length);
  return /^[a-zA-Z0-9.]{3,80}$/.test(commandId) ? { commandId, args: Object.fromEntries(new URLSearchParams(query)) } : null;
}
