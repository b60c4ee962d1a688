import type { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { useSyncExternalStore } from 'react';
import { displayPhone as displayNorthAmerican } from '#contract/text/phone.ts';
import { createSignal } from '../store/store.ts';

// The library knows every country and weighs as much as the inbox: numbers of the North American plan do without it.
let parse: typeof parsePhoneNumberFromString | null = null;
let loading: Promise<void> | null = null;
const changed = createSignal();

/** Fetches what is needed to group foreign numbers. Whoever shows one is told when it is there. */
export function loadPhoneLibrary(): Promise<void> {
  loading ??= import('libphonenumber-js/min').then((library) => {
    parse = library.parsePhoneNumberFromString;
    changed.notify();
  });
  return loading;
}

const subscribe = changed.subscribe;

/**
 * The display form of any E.164 number: '+12125550123' → '+1 212-555-0123' (CONST-089, RULE-040, AMB-30). What is no number comes back as it
 * is; so does a foreign number until the library is there.
 */
export function displayPhone(e164: string): string {
  const plain = displayNorthAmerican(e164);
  if (plain !== e164 || !/^\+\d/.test(e164)) return plain;
  if (!parse) void loadPhoneLibrary().catch(() => undefined);
  const parsed = parse?.(e164);
  if (!parsed) return plain;
  const [country, ...groups] = parsed.formatInternational().split(/[\s-]+/);
  return `${country} ${groups.join('-')}`;
}

/** For components that call `displayPhone`: draws them again when foreign numbers can be grouped. */
export function usePhoneLibrary(): void {
  useSyncExternalStore(subscribe, () => parse);
}

/**
 * A number as a person types it, in E.164: as it is, else retried with `+1-` (spec 1.5, RULE-037 to RULE-039); null when it is none. Until the
 * library is there, numbers of the North American plan alone are read; the server reads them all again.
 */
export function parsePhone(typed: string): string | null {
  if (!parse) void loadPhoneLibrary().catch(() => undefined);
  for (const spelling of [typed.trim(), `+1-${typed.trim()}`]) {
    const parsed = parse?.(spelling);
    if (parsed?.isValid()) return parsed.number;
  }
  if (parse) return null;
  const digits = typed.replace(/^\s*\+?1?[\s.-]*/, '').replace(/[\s().-]/g, '');
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : null;
}
